// A copy of a drawing above the page, for drags and animations.

/** A copy of a drawing with the size and position of `box`; the caller removes it. */
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
