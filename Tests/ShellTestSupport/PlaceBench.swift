@testable package import SeashellTesting
package import ShellOutput

package import ShellCommands
package import ShellHelp
import ShellRuntime

/// A shell with two modules that have places.
@MainActor
package final class PlaceBench {
  package let test: TestShell
  package let recorder: EventRecorder
  package let completer: ShellCompleter
  package var environment: String {
    get { test.environments.environmentName }
    set { test.environments.environmentName = newValue }
  }

  /// The places that were checked.
  package private(set) var asked: [String] = []
  /// The error that checks of places throw, if any.
  package var failure: ShellError?

  package init() throws {
    test = TestShell()
    test.environments.environmentName = "live"
    test.environments.address = "https://shop/v1/"
    recorder = EventRecorder(test.bus)
    completer = ShellCompleter(test.shell)
    try test.shell.modules.load(goods)
    try test.shell.modules.load(opinions)
  }

  /// Runs lines; returns their output, and the errors without their positions.
  package func run(_ lines: String) async -> TestShell.Outcome { await test.run(lines) }

  private func check(_ place: Place) throws {
    asked.append(place.path)
    if let failure { throw failure }
    guard !place.values.values.contains(where: { $0.hasSuffix("9") }) else {
      throw ShellError(.notFound, "there is no \(place.path)")
    }
  }

  package static let good = ArgumentSpecification("GOOD", "which", completion: "goods.id")
  package static let opinion = ArgumentSpecification("OPINION", "which", completion: "opinions.id")

  /// A command that prints its name and its arguments.
  package static func printing(
    _ module: String, _ name: String, _ arguments: [ArgumentSpecification] = [],
    options: [OptionSpecification] = [], hasSecretWords: Bool = false
  ) -> any Command {
    var specification = CommandSpecification(
      name, abstract: "Do \(name)", arguments: arguments, options: options)
    specification.hasSecretWords = hasSecretWords
    return Immediate(specification: specification) { invocation in
      let texts = arguments.flatMap { invocation.arguments.texts($0.name) }
      try invocation.output.text(([module, name] + texts).joined(separator: " "))
    }
  }

  private static func source(
    _ kind: CompletionKind, _ answer: @escaping @MainActor (CompletionQuery) -> [String]
  ) -> CompletionSource {
    CompletionSource(answering: kind) { query in
      answer(query).filter { query.matches($0) }.map { .init($0, "about \($0)") }
    }
  }

  private var goods: SampleModule {
    SampleModule(
      "goods",
      commands: [
        Self.printing("goods", "list"), Self.printing("goods", "show", [Self.good]),
        Self.printing(
          "goods", "pay", [Self.good],
          options: [.init("pin", value: "N", "the number").secret()]),
        Self.printing(
          "goods", "unlock", [.init("WORD", "the password")], hasSecretWords: true),
        Self.printing("goods", "print", [Self.good]),
      ],
      completions: [Self.source("goods.id") { _ in ["g-1", "g-12", "g/2"] }],
      places: [
        PlaceRoute("goods"),
        PlaceRoute("goods/{goods.id}") { [weak self] in try self?.check($0) },
        PlaceRoute("goods/new"),
      ])
  }

  private var opinions: SampleModule {
    let optional = ArgumentSpecification(
      "GOOD", "which", isRequired: false, completion: "goods.id")
    return SampleModule(
      "opinions",
      commands: [
        Self.printing(
          "opinions", "list", [optional], options: [.init(flag: "newest", "the last first")]),
        Self.printing("opinions", "show", [Self.good, Self.opinion]),
        Self.printing(
          "opinions", "add", [Self.good, .init("TEXT", "what to say")],
          options: [.init(flag: "loud", "in capitals")]),
      ],
      completions: [
        Self.source("opinions.id") { query in
          query.value(of: "goods.id").map { ["o-1 of \($0)"] } ?? ["o-any"]
        }
      ],
      places: [
        PlaceRoute("goods/{goods.id}/opinions") { [weak self] in try self?.check($0) },
        PlaceRoute("goods/{goods.id}/opinions/{opinions.id}") { [weak self] in try self?.check($0)
        },
      ])
  }

  /// The lines that completion can produce.
  package func lines(_ line: String) -> [String] {
    let completion = completer.completion(of: line, at: line.utf8.count)
    let kept = String(decoding: line.utf8.prefix(completion.start), as: UTF8.self)
    return completion.candidates.map { kept + $0.replacement }
  }
}
