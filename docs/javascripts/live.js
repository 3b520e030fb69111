// Tables in the page: a button beside each link to a table shows it below. Nothing of it is fetched before the click.

document$.subscribe(() => {
  for (const place of document.querySelectorAll(".live:not(.with-button)")) {
    const { title } = place.dataset;
    const button = document.createElement("button");
    button.className = "md-button md-button--primary";
    const show = (frame) => {
      button.textContent = frame ? "Put the table away" : `Play ${title} here`;
      button.ariaExpanded = String(Boolean(frame));
    };
    button.onclick = () => {
      const shown = place.nextElementSibling?.matches(".live-table") ? place.nextElementSibling : null;
      shown?.remove();
      const frame = shown ? null : tableOf(place.querySelector("a").href, title);
      if (frame) place.after(frame);
      show(frame);
    };
    show(null);
    place.classList.add("with-button");
    place.prepend(button);
  }
});

function tableOf(address, title) {
  const frame = document.createElement("iframe");
  Object.assign(frame, { className: "live-table", src: address, title: `A table of ${title}`, allow: "clipboard-write" });
  return frame;
}
