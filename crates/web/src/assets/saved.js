// The page that lists what is kept.

import { ask, attempt, complain, remove, send } from "./common.js";
import { sure } from "./sure.js";

document.addEventListener("click", (event) => {
  const { delete: what, id } = event.target.dataset ?? {};
  if (!what) return;
  complain(null);
  attempt(async () => {
    const question = what === "rules" ? "Delete these rules? Games that were played by them cannot be shown any more." : `Delete this ${["position", "notebook", "study"].includes(what) ? what : "game"}?`;
    if (!await sure(question, "Delete it")) return;
    if (what === "position" || what === "notebook") await remove(`${what}s/${id}`);
    else if (what === "rules") await remove(`rules/${id}`);
    else if (what === "study") await remove(`studies/${id}`);
    else {
      const { current, spent } = await ask(`${what}/${id}`);
      await send(`${what}/${id}/delete`, { ply: current, spent });
    }
    const row = event.target.closest("li");
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    if (next) next.querySelector("button").focus();
    else location.reload();
  });
});
