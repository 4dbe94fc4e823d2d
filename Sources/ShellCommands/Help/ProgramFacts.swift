/// The parts of a program's manual besides its commands: the variables that it reads, its files, and a first
/// example.
package struct ProgramFacts: Sendable {
  /// A variable or a file, with its purpose.
  package struct Entry: Sendable {
    /// The variable's name, or the file's path.
    package let name: String
    /// Its purpose, in sentences.
    package let meaning: String

    package init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// The environment variables that the program reads.
  package var variables: [Entry]

  /// The files that the program reads and writes.
  package var files: [Entry]

  /// A command to try first, if there is one.
  package var example: CommandSpecification.Example?

  package init(
    variables: [Entry] = [], files: [Entry] = [], example: CommandSpecification.Example? = nil
  ) {
    self.variables = variables
    self.files = files
    self.example = example
  }
}
