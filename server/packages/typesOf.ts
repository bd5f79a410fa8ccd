import type { Schema } from '../rest/openapi/schemaTable.ts';

/** TypeScript declarations of an OpenAPI document's schemas, one exported type each, without imports. */
export function typesOf(schemas: Record<string, object>): string {
  const types = Object.entries(schemas).map(([name, schema]) => declare(name, schema as Schema));
  return ['/** Generated from the OpenAPI document: `npm run build:packages`. */', ...types].join('\n\n').concat('\n');
}

function declare(name: string, schema: Schema): string {
  const isObject = schema.type === 'object' && schema.properties;
  const declaration = isObject ? `interface ${name} ${write(schema, '')}` : `type ${name} = ${write(schema, '')};`;
  return `${comment(schema, '')}export ${declaration}`;
}

function comment({ description }: Schema, indent: string): string {
  return description ? `${indent}/** ${description.replaceAll('\n', `\n${indent} * `)} */\n` : '';
}

function write(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((one) => write(one, indent)).join(' | ');
  const kinds = [schema.type ?? 'unknown'].flat();
  return kinds.map((type) => writeKind({ ...schema, type }, indent)).join(' | ');
}

const plain: Record<string, string> = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean' };

function writeKind(schema: Schema & { type: string }, indent: string): string {
  const { type, items = {}, properties, additionalProperties: rest } = schema;
  if (type === 'array') return bracketed(write(items, indent));
  if (type !== 'object') return plain[type] ?? type;
  if (properties) return writeObject(properties, schema.required ?? [], indent);
  return `Record<string, ${typeof rest === 'object' ? write(rest, indent) : 'unknown'}>`;
}

function writeObject(properties: Record<string, Schema>, required: string[], indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const isNeeded = required.includes(name);
    return `${comment(field, inner)}${inner}${name}${isNeeded ? '' : '?'}: ${write(field, inner)};`;
  });
  return `{\n${fields.join('\n')}\n${indent}}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

function bracketed(type: string): string {
  return /[ |]/.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`;
}
