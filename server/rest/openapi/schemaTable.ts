import { escapeHtml } from '../../brand/escape.ts';

/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  description?: string;
  format?: string;
  default?: unknown;
}

/** A schema as a table of its fields; what has none is one line. */
export function renderSchema(name: string, schema: Schema): string {
  const heading = `<h3 id="${name}">${name}</h3>`;
  const variants = schema.anyOf ?? schema.oneOf ?? [schema];
  const tables = variants.map((each) => (each.properties ? renderFields(each) : `<p>${typeOf(each)}</p>`));
  return `${heading}${tables.join('<p>or</p>')}`;
}

function renderFields({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([field, schema]) => {
    const isOptional = !required.includes(field);
    const fallback = schema.default === undefined ? '' : `, else ${code(JSON.stringify(schema.default))}`;
    return `<tr><td>${code(field)}${isOptional ? '?' : ''}</td><td>${typeOf(schema)}${fallback}</td><td>${rich(schema.description ?? '')}</td></tr>`;
  });
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Means</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Text in which backticks mark code. */
export function rich(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

function typeOf({ $ref, const: only, enum: names, anyOf, oneOf, items, properties, ...schema }: Schema): string {
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? '';
    return `<a href="#${name}">${name}</a>`;
  }
  if (only !== undefined) return code(JSON.stringify(only));
  if (names) return names.map((name) => code(String(name))).join(', ');
  const several = anyOf ?? oneOf;
  if (several) return [...new Set(several.map(typeOf))].join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  if (properties)
    return `{ ${Object.entries(properties)
      .map(([name, each]) => `${code(name)}: ${typeOf(each)}`)
      .join(', ')} }`;
  const { additionalProperties: values } = schema;
  if (values && typeof values === 'object') return `by name: ${typeOf(values)}`;
  return [schema.type ?? 'any'].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '');
}
