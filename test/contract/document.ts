import Ajv2020 from 'ajv/dist/2020.js'
import type { AnySchemaObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OperationName } from '../../src/contract/operations.ts'
import text from '../../docs/openapi.json?raw'

type Content = { readonly [type: string]: { readonly schema: AnySchemaObject } }
type Parameter = {
  readonly name: string
  readonly required: boolean
  readonly schema: AnySchemaObject
}
type Described = {
  readonly operationId: OperationName
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: { readonly content: Content } }
}
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Described } }
  readonly components: AnySchemaObject
}

const document: Document = JSON.parse(text)
const described = Object.values(document.paths).flatMap((path) => Object.values(path))
const byName = new Map(described.map((each) => [each.operationId, each]))

/** Every call that docs/openapi.json has. */
export const documented = [...byName.keys()]

const strictly = addFormats(new Ajv2020({ strict: false, allErrors: true }))
const asText = addFormats(new Ajv2020({ strict: false, coerceTypes: true }))
const compiled = new Map<AnySchemaObject, ReturnType<typeof strictly.compile>>()

/** What an answer has that docs/openapi.json does not allow it; nothing, when the server is right. */
export function breachesOfAnswer(name: OperationName, response: Response, body: unknown): string[] {
  const { status, headers } = response
  const responses = byName.get(name)?.responses ?? {}
  const allowed = responses[status] ?? responses[`${String(status).slice(0, 1)}XX`]
  const type = headers.get('Content-Type')?.split(';')[0] ?? 'none'
  const schema = allowed?.content[type]?.schema
  if (!schema) return [`${name}: ${status} with ${type} is not in the document`]
  return breaches(strictly, schema, body).map((breach) => `${name} ${status}: ${breach}`)
}

/** What the document would refuse of a request that was answered well: then it asks too much. */
export function breachesOfRequest(name: OperationName, input: object): string[] {
  const { parameters, requestBody } = byName.get(name) ?? {}
  const body = requestBody?.content['application/json']?.schema
  if (body) return breaches(strictly, body, input)
  return breaches(asText, queryOf(name, parameters ?? []), { ...input })
}

/** The fields without which the document allows no request. */
export function requiredOf(name: OperationName): readonly string[] {
  const { parameters, requestBody } = byName.get(name) ?? {}
  const body = requestBody?.content['application/json']?.schema
  return body
    ? (body['required'] ?? [])
    : (parameters ?? []).filter(({ required }) => required).map((parameter) => parameter.name)
}

const queries = new Map<OperationName, AnySchemaObject>()

function queryOf(name: OperationName, parameters: readonly Parameter[]): AnySchemaObject {
  const known = queries.get(name)
  if (known) return known
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map((each) => [each.name, each.schema])),
    required: requiredOf(name),
    additionalProperties: false,
  }
  queries.set(name, schema)
  return schema
}

function breaches(ajv: typeof strictly, schema: AnySchemaObject, value: unknown): string[] {
  const { components } = document
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components })
  compiled.set(schema, validate)
  if (validate(value) === true) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
