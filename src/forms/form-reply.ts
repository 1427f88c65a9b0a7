/** What the server answers a hydrated form: new props, the next page, or a confirmation. */
export type FormReply =
  | { readonly props: object }
  | { readonly to: string }
  | { readonly done: { readonly title: string; readonly text: string } }
