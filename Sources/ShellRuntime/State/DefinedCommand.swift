import ShellLanguage

/// A block that does not run where it stands, with the text and the place of its statement for errors.
struct PlacedBlock {
  let body: Block
  let text: String
  /// The script, and the line of the statement.
  let place: (name: String, line: Int)?
}

/// A command that `def` has made.
package struct DefinedCommand {
  let definition: Compound.Definition
  /// The statement with the definition, for errors in its block.
  let text: String
  /// The script that defines it, and the line of the statement.
  let place: (name: String, line: Int)?

  /// The block of the definition.
  var block: PlacedBlock { PlacedBlock(body: definition.body, text: text, place: place) }

  /// The words that begin statements of the language.
  static let keywords: Set = [
    "if", "else", "for", "def", "try", "each", "return", "break", "continue", "run", "test",
    "before",
    "after", "expect",
  ]

  /// The name with the parameters: `greet NAME [GREETING]`.
  package var usage: String {
    let parameters = definition.parameters.map {
      $0.fallback == nil ? $0.name.uppercased() : "[\($0.name.uppercased())]"
    }
    return ([definition.name] + parameters).joined(separator: " ")
  }
}
