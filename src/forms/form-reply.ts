/** What a form's island is told instead of a page: its new props, where to go, or that it is done. */
export type FormReply =
  | { readonly props: object }
  | { readonly to: string }
  | { readonly done: { readonly title: string; readonly text: string } }
