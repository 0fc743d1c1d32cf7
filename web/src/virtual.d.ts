declare module "virtual:words/*" {
  const words: Readonly<Record<string, string | { readonly one: string; readonly other: string }>>;
  export default words;
}
