import { Form, Link } from 'react-router'

const links = Array.from({ length: 200 }, (_, number) => number)

/** A page of 200 links and a form, without data. */
export default function LinksPage() {
  return (
    <main>
      <h1>Countries</h1>
      <Form method="post">
        <label>
          Email <input type="email" name="email" required />
        </label>
        <button>Send</button>
      </Form>
      <ul>
        {links.map((number) => (
          <li key={number}>
            <Link to={`/countries/${number}`}>{`Country ${number}`}</Link>
            <span>{`from $${number}.50`}</span>
          </li>
        ))}
      </ul>
    </main>
  )
}
