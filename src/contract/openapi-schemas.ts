import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

export type Json = { readonly [key: string]: unknown }

/** Converts a schema to JSON Schema. Schemas with an `id` become references to components. */
export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  return convertSchema(schema, io).schema
}

export function componentsOf(
  endpoints: readonly Endpoint[],
  ...others: readonly z.core.$ZodType[]
): Json {
  const conversions = [
    ...endpoints.flatMap(({ method, input, output }) => [
      convertSchema(input, method === 'GET' ? 'output' : 'input'),
      convertSchema(output, 'output'),
    ]),
    ...others.map((schema) => convertSchema(schema, 'output')),
  ]
  const components = conversions.flatMap(({ definitions }) => Object.entries(definitions))
  return Object.fromEntries(components.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
}

function convertSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const text = JSON.stringify(z.toJSONSchema(schema, { io }))
  const json: Json = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
  const { $schema: _, $defs: definitions = {}, ...rest } = json
  return { schema: rest, definitions: definitions as Json } // $defs is a map of schemas.
}
