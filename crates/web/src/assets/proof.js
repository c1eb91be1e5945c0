// Certificates: found here, kept as files, and checked by the rules alone.

import { $, download, element, on, read, sentences } from "./common.js";

const LONGEST = 4 << 20;

export class Proof {
  // `subject()` is what is shown, as parameters.
  constructor(subject) {
    this.subject = subject;
    this.place = $("proof");
    on("prove", "click", () => this.tell("Proving…", () => this.prove()));
    on("proof-file", "change", (event) => {
      const [file] = event.target.files;
      if (file) this.tell("Checking…", async () => this.check(await readable(file)));
      event.target.value = "";
    });
  }

  clear() {
    this.number = (this.number ?? 0) + 1;
    this.place.replaceChildren();
  }

  // Does something and shows what came of it, unless something else was asked
  // meanwhile.
  async tell(meanwhile, work) {
    this.clear();
    const number = this.number;
    this.place.replaceChildren(meanwhile);
    let words;
    try {
      words = await work();
    } catch (error) {
      words = [element("p", { class: "lose" }, sentences(error))];
    }
    if (number === this.number) this.place.replaceChildren(...words);
  }

  async prove() {
    const response = await fetch(`/api/v1/proof?${new URLSearchParams({ ...this.subject(), seconds: 60 })}`);
    if (!response.ok) await read(response);
    const file = await response.blob();
    const keep = element("button", { type: "button", onclick: () => download("proof", file) }, "Download");
    const check = element("button", { type: "button", onclick: () => this.tell("Checking…", () => this.check(file)) }, "Check it");
    return [element("p", {}, `A certificate of ${file.size.toLocaleString("en")} bytes.`), element("div", { class: "buttons" }, keep, check)];
  }

  async check(file) {
    const response = await fetch("/api/v1/check", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
    const answer = await read(response);
    if (!answer.accepted) return [element("p", { class: "lose" }, `Rejected: ${answer.reason}.`)];
    if (answer.claims) {
      return [element("p", { class: "win" }, "✓ Accepted. ", "It proves of ", element("code", {}, answer.position), `: ${answer.claims.join("; ")}.`),
        element("p", {}, `${count(answer.lemmas, "lemma")}, ${count(answer.steps, "step")}.`)];
    }
    const wins = ["left", "right"].flatMap((side) => {
      const winner = answer[`${side}_starts`];
      return winner ? [`If ${side === "left" ? "Left" : "Right"} begins, ${winner === "left" ? "Left" : "Right"} wins.`] : [];
    });
    return [element("p", { class: "win" }, "✓ Accepted. ", `It proves of `, element("code", {}, answer.position), `${answer.misere ? ", in misère play" : ""}: ${wins.join(" ")}`),
      element("p", {}, `${count(answer.positions, "position")}, ${count(answer.answers, "answer")}.`)];
  }
}

const count = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;

async function readable(file) {
  if (file.size > LONGEST) throw Object.assign(new Error(`the file has more than ${LONGEST >> 20} MB`), { hint: "legatus check reads larger ones" });
  return file;
}
