import SeashellKit

struct NewModule: ImmediateCommand {
  let maker: ModuleMaker
  let name = Argument<String>("NAME", "the new module's name")
  let item = Option<String?>(
    "item", value: "NAME", "the name of one element, if the guess is wrong")
  let directory = Option<String?>(
    "in", value: "DIR", "the folder in which to write the package", completion: "files")
  let kit = Option<String?>(
    "kit", value: "PATH", "the folder or the URL of the kit's sources", completion: "files")
  var specification: CommandSpecification {
    CommandSpecification(
      "new",
      abstract: "Write a package with a module of your own",
      discussion: """
        The package is in Swift, and has the module, a shell that has it, and tests. In another \
        language, write a server of the Model Context Protocol or a program, and add it with 'modules \
        add'.
        """,
      examples: [
        .init("modules new orders", "writes the package 'orders' in this folder"),
        .init("modules new staff --item member", "writes one with members"),
      ],
      parameters: [name, item, directory, kit])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let advice = try invocation.pointing(at: name) {
      try maker.make(
        invocation[name], invocation[item], invocation[directory], invocation[kit])
    }
    invocation.report(advice)
  }
}

/// Writes the package of a new module, for `modules new`.
package struct ModuleMaker {
  /// Writes the package.
  ///
  /// - Returns: what the user can do next.
  let make: Make

  /// Writes the package of a module.
  ///
  /// Nil stands for the default item name, folder and kit.
  package typealias Make =
    @MainActor (
      _ name: String, _ item: String?, _ directory: String?, _ kit: String?
    ) throws -> String

  package init(_ make: @escaping Make) {
    self.make = make
  }
}
