// What a template may be written with: the fields that a component or an element has, of their types.

import { ComponentChildren, JSX, VNode } from "preact";

type Elements = JSX.IntrinsicElements;
type Keyed = { key?: string | number | null };
type Data = { [name: `data-${string}`]: string | number | null | undefined };
// Preact ties the roles of an input to its type, which a component may leave open.
type Attributes<Kind extends keyof Elements> = Kind extends "input" ? Omit<Elements["input"], "type" | "list" | "role"> & { type?: string } : Elements[Kind];
type Fields<Kind> = Kind extends keyof Elements ? Attributes<Kind> & Keyed & Data & { children?: ComponentChildren }
  : Kind extends (fields: infer F) => unknown ? F & Keyed : never;

declare global {
  function drawn<Kind extends keyof Elements | ((fields: any) => unknown)>(kind: Kind, fields: NoInfer<Fields<Kind>>): VNode<any>;
}
