declare module "virtual:words/*" {
  const words: import("../words").Catalogue;
  export default words;
}

declare module "virtual:languages" {
  type Offered = import("../words").Listed & { readonly words: () => Promise<{ default: import("../words").Catalogue }> };
  export const LANGUAGES: Readonly<Record<string, Offered>>;
}
