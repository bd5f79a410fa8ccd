import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

type Json = Record<string, unknown>;

/** Type names that can't be derived from the value of an object's field `object`. */
const named: Record<string, string> = {
  'billing_portal.configuration': 'BillingPortal.Configuration',
  'billing_portal.session': 'BillingPortal.Session',
  'checkout.session': 'Checkout.Session',
  'entitlements.active_entitlement': 'Entitlements.ActiveEntitlement',
  'tax.settings': 'Tax.Settings',
  'test_helpers.test_clock': 'TestHelpers.TestClock',
  item: 'LineItem',
  line_item: 'InvoiceLineItem',
  promotion_code: 'PromotionCode',
  'v2.core.event': 'V2.Core.EventBase',
  'v2.core.event_destination': 'V2.Core.EventDestination',
};

const pascal = (name: string) =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Checks JSON against the types that the installed `stripe` publishes. */
export class StripeTypes {
  private readonly checker: ts.TypeChecker;
  private readonly namespace: ts.Symbol;
  private readonly types = new Map<string, ts.Type | undefined>();

  constructor() {
    const core = join(dirname(fileURLToPath(import.meta.resolve('stripe'))), 'stripe.core.d.ts');
    const options = { noLib: true, types: [], skipLibCheck: true, strict: true, module: ts.ModuleKind.NodeNext };
    const program = ts.createProgram([core], { ...options, moduleResolution: ts.ModuleResolutionKind.NodeNext });
    this.checker = program.getTypeChecker();
    const source = program.getSourceFile(core);
    const module = source && this.checker.getSymbolAtLocation(source);
    const found = module && this.checker.getExportsOfModule(module).find(({ name }) => name === 'Stripe');
    if (!found) throw new Error(`${core} exports no Stripe`);
    this.namespace = found;
  }

  /** Missing and wrong fields of each object in the JSON, nested ones included, as `customer.address: …`. */
  violations(json: unknown): string[] {
    if (Array.isArray(json)) return json.flatMap((each) => this.violations(each));
    if (typeof json !== 'object' || json === null) return [];
    const { object } = json as Json;
    const inner = Object.values(json).flatMap((each) => this.violations(each));
    return typeof object === 'string' ? [...this.ofObject(json as Json, object), ...inner] : inner;
  }

  private ofObject(json: Json, object: string): string[] {
    if (object === 'list' || object === 'search_result') return listFields(json, object);
    const published = named[object] ?? pascal(object);
    const name = json.deleted === true ? published.replace(/\w+$/, 'Deleted$&') : published;
    const type = this.typeNamed(name);
    return type ? this.check(json, type, object) : [`${object}: no published type ${name}`];
  }

  private typeNamed(name: string): ts.Type | undefined {
    if (!this.types.has(name)) {
      const symbol = name
        .split('.')
        .reduce<ts.Symbol | undefined>((space, part) => space && this.exported(space, part), this.namespace);
      this.types.set(name, symbol && this.checker.getDeclaredTypeOfSymbol(symbol));
    }
    return this.types.get(name);
  }

  private exported(space: ts.Symbol, name: string): ts.Symbol | undefined {
    const found = this.checker.getExportsOfModule(space).find((each) => each.name === name);
    return found && found.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(found) : found;
  }

  private check(value: unknown, type: ts.Type, path: string): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if (type.isUnion()) return this.checkUnion(value, type, path);
    if (isDecimal(type)) return typeof value === 'string' ? [] : [`${path}: no decimal`];
    if (type.flags & ts.TypeFlags.Object) return this.checkObject(value, type, path);
    return matches(this.checker, value, type) ? [] : [`${path}: ${JSON.stringify(value)}`];
  }

  private checkUnion(value: unknown, type: ts.UnionType, path: string): string[] {
    const fitting = type.types.filter((each) => this.couldBe(value, each));
    const tried = fitting.map((each) => this.check(value, each, path));
    const wrong = `${path}: ${JSON.stringify(value)?.slice(0, 60)} is none of ${this.checker.typeToString(type).slice(0, 80)}`;
    return tried.sort((left, right) => left.length - right.length)[0] ?? [wrong];
  }

  /** Matches by type and, for objects, by their discriminating fields. */
  private couldBe(value: unknown, type: ts.Type): boolean {
    if (isDecimal(type)) return typeof value === 'string';
    if (!(type.flags & ts.TypeFlags.Object)) return matches(this.checker, value, type);
    if (typeof value !== 'object' || value === null) return false;
    return ['object', 'type', 'deleted'].every((name) => {
      const literal = type.getProperty(name);
      const its = literal && this.checker.getTypeOfSymbol(literal);
      const tells = its && (its.isStringLiteral() || its.flags & ts.TypeFlags.BooleanLiteral);
      return !tells || matches(this.checker, (value as Json)[name], its);
    });
  }

  private checkObject(value: unknown, type: ts.Type, path: string): string[] {
    if (typeof value !== 'object' || value === null) return [`${path}: no object`];
    if (Array.isArray(value)) {
      const [element] = this.checker.getTypeArguments(type as ts.TypeReference);
      return element ? value.flatMap((each, index) => this.check(each, element, `${path}[${index}]`)) : [];
    }
    const wanted = this.checker.getPropertiesOfType(type).filter(({ name }) => name !== 'lastResponse');
    return wanted.flatMap((property) => this.checkProperty(value as Json, property, path));
  }

  private checkProperty(value: Json, property: ts.Symbol, path: string): string[] {
    const given = value[property.name];
    const inside = `${path}.${property.name}`;
    const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    if (given === undefined) return optional ? [] : [`${inside}: missing`];
    return ownWord(given) ? [] : this.check(given, this.checker.getTypeOfSymbol(property), inside);
  }
}

const ownWord = (given: unknown) => typeof given === 'object' && given !== null && 'object' in given;

/** The SDK turns decimal strings into objects. */
const isDecimal = (type: ts.Type) => (type.aliasSymbol ?? type.symbol)?.name === 'Decimal';

function listFields(json: Json, object: string): string[] {
  const fields = ['data', 'has_more', 'url'];
  return fields.filter((name) => json[name] === undefined).map((name) => `${object}.${name}: missing`);
}

function matches(checker: ts.TypeChecker, value: unknown, type: ts.Type): boolean {
  if (type.isStringLiteral() || type.isNumberLiteral()) return value === type.value;
  if (type.flags & ts.TypeFlags.BooleanLiteral) return String(value) === checker.typeToString(type);
  if (type.flags & ts.TypeFlags.StringLike) return typeof value === 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return typeof value === 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return typeof value === 'boolean';
  if (type.flags & ts.TypeFlags.Null) return value === null;
  return type.flags & ts.TypeFlags.Undefined ? value === undefined : false;
}
