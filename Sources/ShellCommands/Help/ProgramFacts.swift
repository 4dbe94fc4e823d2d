/// What a program's manual says beside its commands: the variables that it reads, its files, and a
/// first example.
package struct ProgramFacts: Sendable {
  /// A variable or a file, and what it is for.
  package struct Entry: Sendable {
    /// The variable's name, or the file's path.
    package let name: String
    /// What it is for, in sentences.
    package let meaning: String

    /// Creates an entry.
    package init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// The variables of the process's environment that the program reads.
  package var variables: [Entry]

  /// The files that the program reads and writes.
  package var files: [Entry]

  /// A command to try first; nil if there is none.
  package var example: CommandSpecification.Example?

  /// Creates facts.
  package init(
    variables: [Entry] = [], files: [Entry] = [], example: CommandSpecification.Example? = nil
  ) {
    self.variables = variables
    self.files = files
    self.example = example
  }
}
