// Tables that are wider than the screen can be scrolled by keys: their frame takes the focus.

// The theme tells of each page that it shows; it frames the tables itself in the same moment.
document$.subscribe(() =>
  requestAnimationFrame(() => {
    for (const frame of document.querySelectorAll(".md-typeset__scrollwrap"))
      if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  }),
);
