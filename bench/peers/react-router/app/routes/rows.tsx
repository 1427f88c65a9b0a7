import { Form, Link, useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { bindings, readRows } from '../bindings'

export async function loader({ context }: LoaderFunctionArgs) {
  return { rows: await readRows(context.get(bindings)) }
}

/** Shows the rows that the shop's page of a country reads, and a form. */
export default function RowsPage() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Plans</h1>
      <Form method="get">
        <label>
          Data <input name="traffic" />
        </label>
        <button>Show</button>
      </Form>
      <ul>
        {rows.map((row, number) => (
          <li key={number}>
            <Link to={`/plans/${number}`}>{String(Object.values(row)[0])}</Link>
            {Object.entries(row)
              .slice(1, 5)
              .map(([name, value]) => (
                <span key={name}>{value}</span>
              ))}
          </li>
        ))}
      </ul>
    </main>
  )
}
