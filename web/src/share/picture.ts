// A picture of an element as it is drawn: a copy with its computed styles, in an SVG that needs nothing outside itself.

export interface Picture {
  readonly svg: string;
  readonly width: number; // px
  readonly height: number;
}

// What is copied of the computed style. Marks of legal moves are pseudo-elements and outlines, and stay away.
const STYLES = [
  ..."display position top right bottom left width height min-width max-width margin padding box-sizing overflow".split(" "),
  ..."flex-direction flex-wrap flex-grow flex-shrink flex-basis align-items align-content align-self".split(" "),
  ..."justify-content justify-items justify-self gap order grid-template-areas grid-template-columns grid-template-rows grid-area".split(
    " ",
  ),
  ..."transform transform-origin transform-box translate rotate scale aspect-ratio clip-path opacity visibility z-index".split(
    " ",
  ),
  ..."background-color background-image border border-radius box-shadow filter color font text-align white-space".split(" "),
  ..."line-height letter-spacing text-overflow fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap".split(
    " ",
  ),
  ..."stroke-linejoin stroke-opacity paint-order vector-effect text-anchor dominant-baseline stop-color stop-opacity".split(
    " ",
  ),
] as const;

const XHTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

/** The picture of an element, without what is only for screen readers. */
export async function pictureOf(element: HTMLElement): Promise<Picture> {
  const { width, height } = element.getBoundingClientRect();
  const copy = element.cloneNode(true) as HTMLElement;
  styled(element, copy);
  await inlineDrawings(copy);
  for (const each of copy.querySelectorAll(":is(.nowhere, .cells):not(svg)")) each.remove();
  copy.setAttribute("xmlns", XHTML);
  Object.assign(copy.style, { margin: "0", position: "static", width: `${width}px`, height: `${height}px` });
  const words = new XMLSerializer().serializeToString(copy);
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}"`;
  return {
    svg: `<svg xmlns="${SVG}" ${size}><foreignObject width="100%" height="100%">${words}</foreignObject></svg>`,
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}

/** Copy the computed styles of an element and all its children. */
function styled(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  const own = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
  // gradients are in the picture itself; the page's policy forbids the attribute `style`, but not this
  (to as HTMLElement).style.cssText = own.replaceAll(/url\("[^"#]*#/g, 'url("#');
  // in an image letters may be a little wider: a name of one line stays on it
  if (from.matches(".cards-name") && from.clientHeight < 1.8 * parseFloat(style.lineHeight)) {
    (to as HTMLElement).style.whiteSpace = "nowrap";
  }
  for (const [index, child] of [...from.children].entries()) {
    const same = to.children[index];
    if (same) styled(child, same);
  }
}

/** Put a game's own drawings, which lie in a file of the arena, into the picture. */
async function inlineDrawings(copy: HTMLElement): Promise<void> {
  const files = new Map<string, Promise<Document>>();
  for (const use of copy.querySelectorAll<SVGUseElement>("use[href]")) {
    const [file = "", id = ""] = (use.getAttribute("href") ?? "").split("#");
    if (file === "") continue;
    if (!files.has(file)) files.set(file, fetched(file));
    const symbol = (await files.get(file))?.getElementById(id);
    if (!symbol) continue;
    const drawing = document.createElementNS(SVG, "svg");
    const box = { x: "0", y: "0", width: "100", height: "100" };
    for (const [name, otherwise] of Object.entries(box)) drawing.setAttribute(name, use.getAttribute(name) ?? otherwise);
    drawing.setAttribute("viewBox", symbol.getAttribute("viewBox") ?? "0 0 100 100");
    drawing.append(...[...symbol.childNodes].map((node) => document.importNode(node, true)));
    use.replaceWith(drawing);
  }
}

async function fetched(file: string): Promise<Document> {
  return new DOMParser().parseFromString(await (await fetch(file)).text(), "image/svg+xml");
}

/** The picture as pixels, on the colour of the page. */
export async function pixelsOf({ svg, width, height }: Picture, scale: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  if (!paint) throw new Error("this browser gives no canvas to draw a picture on");
  paint.fillStyle = getComputedStyle(document.body).backgroundColor;
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
