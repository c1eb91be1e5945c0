// The list of lessons: how far the reader is.

import { $, element } from "./common.js";
import { answered, forget } from "./progress.js";

const lessons = [...document.querySelectorAll("[data-lesson]")];

function show() {
  let next = null;
  let begun = false;
  for (const link of lessons) {
    const all = Number(link.dataset.questions);
    const done = Math.min(answered(link.dataset.lesson).size, all);
    const finished = done === all;
    link.classList.toggle("finished", finished);
    link.querySelector(".progress").replaceChildren(...(done === 0 ? [`${all} questions`] : [
      element("progress", { max: all, value: done, "aria-hidden": "true" }),
      finished ? "✓ All answered" : `${done} of ${all} answered`,
    ]));
    begun ||= done > 0;
    if (!finished) next ??= link;
  }
  const onward = $("continue");
  const to = next ?? lessons[0];
  onward.href = to.href;
  const title = to.querySelector("strong").textContent;
  onward.textContent = !begun ? "Begin the first lesson" : next ? `Continue: ${title}` : "Begin again";
  $("forget")?.remove();
  if (begun) {
    onward.after(element("button", { id: "forget", type: "button", onclick: () => {
      if (!window.confirm("Forget which questions you have answered?")) return;
      forget();
      show();
    } }, "Forget my progress"));
  }
}

show();
