// The page that lists what is kept.

import { ask, attempt, complain, remove, send } from "./common.js";
import { sure } from "./sure.js";

document.addEventListener("click", (event) => {
  const { delete: what, id } = event.target.dataset ?? {};
  if (!what) return;
  complain(null);
  attempt(async () => {
    const question = `Delete this ${what === "position" || what === "study" ? what : "game"}?`;
    if (!await sure(question, "Delete it")) return;
    if (what === "position") await remove(`positions/${id}`);
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
