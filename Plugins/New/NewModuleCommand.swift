public import SeashellKit

/// The command `modules new`, which writes a module of the user's own.
///
/// A program gives it to the module `modules`: `ShellApp(…) { … }.with(moduleCommands: [NewModuleCommand()])`.
public struct NewModuleCommand: Command {
  let name = Argument<String>("NAME", "the new module's name")
  let item = Option<String?>(
    "item", value: "NAME", "the name of one element, if the guess is wrong")
  let directory = Option<String?>(
    "in", value: "DIR", "the folder in which to write the package", completion: "files")
  let kit = Option<String?>(
    "kit", value: "PATH", "the folder or the URL of the kit's sources", completion: "files")
  let repository = Option<String?>(
    "into", value: "DIR", "write the module alone, into these sources of Seashell",
    completion: "files")

  /// Creates the command.
  public init() {}

  /// The name, what it does, and examples.
  public var specification: CommandSpecification {
    CommandSpecification(
      "new",
      abstract: "Write a package with a module of your own",
      discussion: """
        The package is in Swift, and has the module, a shell that has it, and tests. With --into it is a module of Seashell \
        itself: its folder, its tests, its page, and its lines in Package.swift and in the program. In another \
        language, write a server of the Model Context Protocol or a program, and add it with 'modules \
        add'.
        """,
      examples: [
        .init("modules new orders", "writes the package 'orders' in this folder"),
        .init("modules new staff --item member", "writes one with members"),
      ],
      parameters: [name, item, directory, kit, repository])
  }

  /// Writes a package, or a module of Seashell itself.
  public func run(_ invocation: Invocation) async throws {
    let (name, item) = (invocation[name], invocation[item])
    guard let repository = invocation[repository] else {
      let template = try invocation.pointing(at: self.name) {
        try PackageTemplate(name, item: item, kit: invocation[kit])
      }
      let folder = try template.write(in: invocation[directory] ?? ".")
      return invocation.report(
        "wrote '\(folder)': a module, a shell with it, and tests; run 'make shell' there")
    }
    for option in [directory, kit] where invocation[option] != nil {
      throw invocation.usageError("--into cannot be used with --in and --kit", at: option)
    }
    let template = try invocation.pointing(at: self.name) {
      try RepositoryTemplate(name, item: item, into: repository)
    }
    let missing = try template.write()
    guard missing.isEmpty else {
      throw ShellError(
        .failed, "\(template.folder) is there, but not all lines that name it",
        hint: missing.joined(separator: "; "))
    }
    invocation.report(
      "\(template.folder) is there: 'make test ONLY=\(template.type)' tests it, 'make shell' has it"
    )
  }
}
