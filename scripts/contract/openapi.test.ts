import { readFile } from 'node:fs/promises'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { operations as contract } from '../../src/operations.ts'
import { openapi } from './openapi-document.ts'
import { tags } from '../../src/api/operation.ts'

type Schema = { readonly [keyword: string]: unknown }
type Media = {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: { readonly [name: string]: { readonly value: unknown } }
}
type Content = { readonly [type: string]: Media }
type Parameter = Media & { readonly name: string }
type OperationJson = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: {
    readonly [status: string]: { readonly content: Content } | { readonly $ref: string }
  }
}
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: OperationJson } }
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema }
    readonly responses: { readonly [name: string]: { readonly content: Content } }
  }
}

const json = JSON.stringify(openapi())
// The document is built from objects of this shape.
const document: Document = JSON.parse(json)
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

it('equals docs/openapi.json (update it with `npm run generate -- openapi`)', async () => {
  expect(JSON.parse(await readFile('docs/openapi.json', 'utf8'))).toEqual(JSON.parse(json))
})

it('describes every operation once', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.toSorted()).toEqual(Object.keys(contract).toSorted())
})

it('uses every tag', () => {
  expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(
    new Set(Object.keys(tags)),
  )
})

it('refers to shared entities instead of repeating them', () => {
  for (const name of ['Tariff', 'Money', 'Esim', 'Invoice', 'Refusal']) {
    expect(document.components.schemas).toHaveProperty(name)
    expect(json).toContain(`"$ref":"#/components/schemas/${name}"`)
  }
})

describe('every example is valid against its schema', () => {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }))
  const { components } = document

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    (_, { parameters, requestBody, responses }) => {
      const query = parameters.flatMap((each) =>
        '$ref' in each ? [] : examplesOf(each.name, { parameter: each }),
      )
      const request = examplesOf('request', requestBody?.content ?? {})
      const answers = Object.entries(responses).flatMap(([status, response]) =>
        '$ref' in response ? [] : examplesOf(status, response.content),
      )
      expect(answers.length).toBeGreaterThan(0)
      expect([...query, ...request, ...answers].flatMap(problemsOf)).toEqual([])
    },
  )

  it('shared responses', () => {
    const examples = Object.entries(components.responses).flatMap(([name, { content }]) =>
      examplesOf(name, content),
    )
    expect(examples.flatMap(problemsOf)).toEqual([])
  })

  function problemsOf({ where, schema, example }: ReturnType<typeof examplesOf>[number]) {
    const validate = ajv.compile({ ...schema, components })
    validate(example)
    return validate.errors ? [{ where, example, problems: validate.errors }] : []
  }
})

/** Multipart bodies have no example, because their JSON part is the example of the JSON body. */
function examplesOf(where: string, content: Content) {
  return Object.entries(content)
    .filter(([type]) => type !== 'multipart/form-data')
    .flatMap(([, { schema, example, examples }]) => {
      const values = examples ? Object.values(examples).map(({ value }) => value) : [example]
      return values.map((value) => ({ where, schema, example: value }))
    })
}
