/** What a file gives to others says in a docstring what it is for. Overloads have one together. */
const docstring = {
  create: (context) => ({
    ExportNamedDeclaration(node) {
      const { declaration, parent } = node;
      if (parent.type !== "Program" || !/^(Function|Class)Declaration$/.test(declaration?.type)) return;
      const name = declaration.id?.name;
      const before = parent.body[parent.body.indexOf(node) - 1]?.declaration;
      if (before?.type === "TSDeclareFunction" && before.id?.name === name) return;
      const comment = context.sourceCode.getCommentsBefore(node).at(-1);
      if (comment?.type === "Block" && comment.value.startsWith("*")) return;
      context.report({ node, message: `Say in a docstring (/** … */) what ${name ?? "this"} is for.` });
    },
  }),
};

/** Selectors of syntax that is not to be written, each with the reason: as ESLint's rule of the same name, which oxlint lacks. */
const noRestrictedSyntax = {
  meta: {
    schema: {
      type: "array",
      items: {
        type: "object",
        properties: { selector: { type: "string" }, message: { type: "string" } },
        required: ["selector", "message"],
        additionalProperties: false,
      },
    },
  },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
};

export default {
  meta: { name: "railyard" },
  rules: { docstring, "no-restricted-syntax": noRestrictedSyntax },
};
