import Ajv2020 from 'ajv/dist/2020.js'
import type { AnySchemaObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OperationName } from '../../src/operations.ts'
import text from '../../docs/openapi.json?raw'

type Content = {
  readonly [type: string]: {
    readonly schema: AnySchemaObject
    readonly examples?: { readonly [code: string]: unknown }
  }
}
type Reference = { readonly $ref: string }
type QueryParameter = {
  readonly in: 'query'
  readonly name: string
  readonly required: boolean
  readonly schema: AnySchemaObject
}
type DocumentedOperation = {
  readonly operationId: OperationName
  readonly tags: readonly string[]
  readonly parameters: readonly (QueryParameter | Reference)[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: { readonly content: Content } | Reference }
}
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: DocumentedOperation } }
  readonly components: AnySchemaObject & {
    readonly responses: { readonly [name: string]: { readonly content: Content } }
  }
}

const document: Document = JSON.parse(text)
const described = Object.values(document.paths).flatMap((path) => Object.values(path))
const byName = new Map(described.map((each) => [each.operationId, each]))

/** What every server offers. Other systems of a shop call the operations of its back office. */
export const documented = described
  .filter(({ tags }) => !tags.includes('Office'))
  .map(({ operationId }) => operationId)

const strictly = addFormats(new Ajv2020({ strict: false, allErrors: true }))
const asText = addFormats(new Ajv2020({ strict: false, coerceTypes: true }))
const compiled = new Map<AnySchemaObject, ReturnType<typeof strictly.compile>>()

export function breachesOfAnswer(name: OperationName, response: Response, body: unknown): string[] {
  const { status, headers } = response
  const type = headers.get('Content-Type')?.split(';')[0] ?? 'none'
  const media = contentOf(name, status)[type]
  if (!media) return [`${name}: ${status} with ${type} is not in the document`]
  const code = (body as { code?: string }).code // a response is an object, or breaches the schema
  if (status >= 400 && code !== undefined && !(code in (media.examples ?? {})))
    return [`${name}: ${status} with the code ${code} is not in the document`]
  return breaches(strictly, media.schema, body).map((breach) => `${name} ${status}: ${breach}`)
}

function contentOf(name: OperationName, status: number): Content {
  const responses = byName.get(name)?.responses ?? {}
  const listed = responses[status] ?? responses[`${String(status).slice(0, 1)}XX`]
  if (!listed) return {}
  if (!('$ref' in listed)) return listed.content
  return document.components.responses[listed.$ref.split('/').at(-1) ?? '']?.content ?? {}
}

/**
 * Returns the places where an accepted request breaks the document. In these places the document is
 * too strict.
 */
export function breachesOfRequest(name: OperationName, input: object): string[] {
  const body = byName.get(name)?.requestBody?.content['application/json']?.schema
  if (body) return breaches(strictly, body, input)
  return breaches(asText, queryOf(name), { ...input })
}

export function requiredOf(name: OperationName): readonly string[] {
  const body = byName.get(name)?.requestBody?.content['application/json']?.schema
  return body
    ? (body['required'] ?? [])
    : parametersOf(name)
        .filter(({ required }) => required)
        .map((parameter) => parameter.name)
}

/** Returns the query parameters. Headers are references in the document. */
function parametersOf(name: OperationName): QueryParameter[] {
  const parameters = byName.get(name)?.parameters ?? []
  return parameters.filter((parameter) => 'in' in parameter)
}

const queries = new Map<OperationName, AnySchemaObject>()

function queryOf(name: OperationName): AnySchemaObject {
  const known = queries.get(name)
  if (known) return known
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parametersOf(name).map((each) => [each.name, each.schema])),
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
