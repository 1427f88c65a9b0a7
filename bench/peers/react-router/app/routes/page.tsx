import { createElement } from 'react'
import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { bindings, readRows } from '../bindings'

/** A string, or an element with its attributes and children. */
type PageNode = string | readonly [string, Readonly<Record<string, string>>, readonly PageNode[]]

let page: readonly PageNode[] | null = null

export async function loader({ context }: LoaderFunctionArgs) {
  const env = context.get(bindings)
  page ??= JSON.parse(env.PAGE) as readonly PageNode[]
  return { rows: await readRows(env) }
}

/** Renders the elements of the shop's page. Its loader makes the same calls as the shop. */
export default function Page() {
  useLoaderData<typeof loader>()
  return <>{page?.map(elementOf)}</>
}

function elementOf(node: PageNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  const [tag, attributes, children] = node
  const { href } = attributes
  if (tag === 'a' && href?.startsWith('/'))
    return (
      <Link key={key} {...attributes} to={href}>
        {children.map(elementOf)}
      </Link>
    )
  const props = { ...attributes, key }
  return children.length > 0
    ? createElement(tag, props, children.map(elementOf))
    : createElement(tag, props)
}
