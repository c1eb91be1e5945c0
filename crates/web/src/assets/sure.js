// Asks before something is done that cannot be taken back.

import { element } from "./common.js";

// Whether a person agrees; `yes` is what the button says that does it.
export function sure(question, yes) {
  return new Promise((answer) => {
    const dialog = element("dialog", { class: "sure", "aria-label": question });
    const close = (agreed) => () => {
      dialog.returnValue = agreed;
      dialog.close(agreed);
    };
    dialog.append(element("p", {}, question), element("div", { class: "buttons" },
      element("button", { class: "main", onclick: close("yes") }, yes),
      element("button", { autofocus: true, onclick: close("") }, "Cancel")));
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
