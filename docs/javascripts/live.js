// Tables in the page: a button beside each link to a table shows it below. Nothing of it is fetched before the click. A table has
// the colours of the page.

document$.subscribe(() => {
  for (const place of document.querySelectorAll(".live:not(.with-button)")) {
    const { label, title } = place.dataset;
    const button = document.createElement("button");
    let frame = null;
    const update = () => {
      button.textContent = frame ? "Put it away" : `${label} here`;
      button.ariaExpanded = String(Boolean(frame));
    };
    button.className = "md-button md-button--primary";
    button.onclick = () => {
      frame?.remove();
      frame = frame ? null : tableOf(place.querySelector("a").href, title);
      if (frame) place.after(frame);
      update();
    };
    update();
    place.classList.add("with-button");
    place.prepend(button);
  }
});

new MutationObserver(() => {
  for (const { contentDocument } of document.querySelectorAll(".live-table"))
    if (contentDocument) contentDocument.documentElement.dataset.theme = theme();
}).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });

const theme = () => (document.body.dataset.mdColorScheme === "slate" ? "dark" : "light");

function tableOf(link, title) {
  const address = new URL(link);
  address.search = `theme=${theme()}`;
  const frame = document.createElement("iframe");
  Object.assign(frame, { className: "live-table", src: address.href, title, allow: "clipboard-write" });
  return frame;
}
