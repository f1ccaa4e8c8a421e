// Writes the page's modules with calls instead of templates, for `tsc`, which looks into no template:
// `html`<${Choice} label="Level" value=${level} />`` becomes `drawn(Choice, {label: "Level", value: level})`.
// A call stands on the lines of its template.
//
// node templates.mjs FROM TO

import { parse } from "acorn";
import htm from "htm";
import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The outermost templates in a syntax tree. */
function templatesIn(node) {
  if (node?.type === "TaggedTemplateExpression" && node.tag.name === "html") return [node];
  const parts = Array.isArray(node) ? node : Object.values(node ?? {});
  return parts.filter((part) => part && typeof part === "object").flatMap(templatesIn);
}

/** A module as written, but for its templates. */
class Module {
  constructor(source) {
    this.source = source;
    this.written = "";
  }

  text() {
    const tree = parse(this.source, { ecmaVersion: "latest", sourceType: "module" });
    this.copy(tree, 0, this.source.length);
    return this.written;
  }

  /** Copy the source of a node from one place to another. */
  copy(node, from, to) {
    let at = from;
    for (const template of templatesIn(node)) {
      this.written += this.source.slice(at, template.start);
      this.template(template.quasi);
      at = template.end;
      this.catchUp(at);
    }
    this.written += this.source.slice(at, to);
  }

  /** Go on to the line of a place in the source. */
  catchUp(place) {
    const lines = (text) => text.split("\n").length;
    const missing = lines(this.source.slice(0, place)) - lines(this.written);
    this.written += "\n".repeat(Math.max(0, missing));
  }

  template({ quasis, expressions }) {
    // Stands for an expression: as a tag, a value, a part of a text, or spread (by the name of its field).
    const marks = expressions.map((expression, number) => ({ [`…${number}`]: expression, toString: () => `\0${number}\0` }));
    const draw = htm.bind((type, fields, ...children) => ({ type, fields: fields ?? {}, children }));
    const roots = [draw(quasis.map(({ value }) => value.cooked), ...marks)].flat();
    this.list(roots, (root) => this.child(root, marks), roots.length === 1 ? ["", ""] : ["[", "]"]);
  }

  list(items, write, [open, close]) {
    this.written += open;
    items.forEach((item, number) => {
      if (number) this.written += ", ";
      write(item);
    });
    this.written += close;
  }

  child(child, marks) {
    if (child?.children === undefined) return this.value(child, marks);
    const { type, fields, children } = child;
    this.written += "drawn(";
    this.value(type, marks);
    this.written += ", ";
    const entries = Object.entries(fields).filter(([name]) => name !== "toString");
    const within = children.length ? [["children", children]] : [];
    // An attribute of an element is a text, where its property may be a number.
    const known = ([name, value]) => [name, typeof type === "string" && /^-?\d+$/.test(value) ? Number(value) : value];
    this.list([...entries.map(known), ...within], ([name, value]) => this.field(name, value, marks), ["{", "}"]);
    this.written += ")";
  }

  field(name, value, marks) {
    const isSpread = name.startsWith("…");
    this.written += isSpread ? "..." : `${JSON.stringify(name)}: `;
    if (isSpread) this.expression(value);
    else if (Array.isArray(value)) this.list(value, (child) => this.child(child, marks), ["[", "]"]);
    else this.value(value, marks);
  }

  /** What htm has made of a text with expressions. */
  value(value, marks) {
    if (typeof value === "string" && value.includes("\0")) {
      const numbers = value.split("\0").filter((_, part) => part % 2);
      return this.list(numbers, (number) => this.expression(marks[number][`…${number}`]), ["String([", "])"]);
    }
    const number = marks.indexOf(value);
    if (number < 0) this.written += JSON.stringify(value);
    else this.expression(value[`…${number}`]);
  }

  expression(expression) {
    // With the comments around it, which may hold its type.
    const start = this.source.lastIndexOf("${", expression.start) + 2;
    this.catchUp(start);
    this.written += "(";
    this.copy(expression, start, this.source.indexOf("}", expression.end));
    this.written += ")";
  }
}

const [from, to] = process.argv.slice(2);
cpSync(from, to, { recursive: true });
for (const name of globSync("**/*.js", { cwd: to, exclude: (name) => name === "vendor" })) {
  const file = join(to, name);
  writeFileSync(file, new Module(readFileSync(file, "utf8")).text());
}
