// Making elements without HTML strings.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] false, null and undefined are left out
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, children = []) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, children = []) {
  return fill(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * @template {Element} T
 * @param {T} element
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {(Node | string)[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * A button that does something.
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, string | boolean>} [attributes]
 */
export function button(text, action, attributes = {}) {
  const element = html('button', { type: 'button', ...attributes }, [text]);
  element.addEventListener('click', action);
  return /** @type {HTMLButtonElement} */ (element);
}

/**
 * Hands a file to the reader.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const link = /** @type {HTMLAnchorElement} */ (html('a', { href: URL.createObjectURL(blob), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
