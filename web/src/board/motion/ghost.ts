// A drawing once more, over the page: of what is dragged, or what flies to where it is not seen any more.

/**
 * A copy of a drawing, as large as `box` and there; it stays until it is removed. A card is drawn in an SVG of its own, a token
 * in a board's.
 */
export function ghostOf(drawing: Element | null, box: DOMRect): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  Object.assign(ghost.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  if (!drawing) return ghost;
  const copy = drawing.cloneNode(true) as Element;
  if (copy.tagName.toLowerCase() === "svg") {
    ghost.append(copy);
  } else {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 100 100");
    svg.append(copy);
    ghost.append(svg);
  }
  for (const each of ghost.querySelectorAll("[data-token]")) each.removeAttribute("data-token");
  document.body.append(ghost);
  return ghost;
}
