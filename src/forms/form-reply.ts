export type FormReply =
  | { readonly props: object }
  | { readonly to: string }
  | { readonly done: { readonly title: string; readonly text: string } }
