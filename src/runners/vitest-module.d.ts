// The part of vitest that this package uses. Only projects that use vitest install it;
// `scripts/check-project-kinds.mjs` checks these types against the real package.
declare module "vitest" {
  type Task = {
    readonly name: string;
    readonly fullTestName?: string;
    readonly file: { readonly name: string; readonly projectName?: string };
    readonly result?: { readonly state: string };
  };
  type Fixture<All, Value> = (
    context: All & { readonly task: Task },
    use: (value: Value) => Promise<void>,
  ) => Promise<void>;
  type Fixtures<All> = {
    readonly [Name in keyof All]:
      | Fixture<All, All[Name]>
      | readonly [Fixture<All, All[Name]>, { readonly scope: "file" }];
  };
  export type TestAPI<Context = object> = {
    (name: string, run: (context: Context) => Promise<void>): void;
    readonly extend: <All>(fixtures: Fixtures<All>) => TestAPI<Context & All>;
  };
  export const test: TestAPI;
  export function inject(key: string): string | undefined;
}
