// A piece of a page as plain data, which the server writes as HTML and the browser makes elements of: text is always text.

export interface MarkupElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Markup[];
}

/** An element, or text. */
export type Markup = MarkupElement | string;

type Given = Markup | undefined | readonly (Markup | undefined)[];

/** Makes an element; attributes and children that are undefined are left out. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Given[]
): MarkupElement {
  const given = Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return {
    tag,
    attributes: Object.fromEntries(given),
    children: children.flat().filter((child): child is Markup => child !== undefined && child !== ''),
  };
}
