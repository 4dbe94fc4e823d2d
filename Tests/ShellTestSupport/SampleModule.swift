package import ShellOutput
package import ShellCommands
package import ShellRuntime
package import CoreEvents

/// A module whose parts are set by the test.
@MainActor
package final class SampleModule: FeatureModule {
  package let name: String
  package let abstract: String
  package let commands: [any Command]
  package let completionSources: [CompletionSource]
  package let defaultCommand: String?
  package let places: [PlaceRoute]
  package let contributions: Contributions
  private let events: (EventBus) -> [Subscription]
  private let loading: () throws -> Void
  package private(set) var unloadings = 0

  package init(
    _ name: String, abstract: String = "A sample", commands: [any Command] = [],
    completions: [CompletionSource] = [], defaultCommand: String? = nil,
    places: [PlaceRoute] = [], pages: [HelpPage] = [],
    subscribing events: @escaping (EventBus) -> [Subscription] = { _ in [] },
    loading: @escaping () throws -> Void = {}
  ) {
    self.name = name
    self.abstract = abstract
    self.commands = commands
    completionSources = completions
    self.defaultCommand = defaultCommand
    self.places = places
    contributions = Contributions(pages: pages)
    self.events = events
    self.loading = loading
  }

  package func subscribe(to bus: EventBus) -> [Subscription] { events(bus) }
  package func load(in shell: any ShellPort) throws { try loading() }
  package func unload() { unloadings += 1 }
}

/// A command that never suspends.
package struct Immediate: ImmediateCommand {
  package let specification: CommandSpecification
  private let body: @MainActor (Invocation) throws -> Void

  package init(
    specification: CommandSpecification, _ body: @escaping @MainActor (Invocation) throws -> Void
  ) {
    self.specification = specification
    self.body = body
  }

  package func runAtOnce(_ invocation: Invocation) throws { try body(invocation) }
}

/// A command that may suspend.
package struct Waiting: Command {
  package let specification: CommandSpecification
  private let body: @MainActor (Invocation) async throws -> Void

  package init(
    specification: CommandSpecification,
    _ body: @escaping @MainActor (Invocation) async throws -> Void
  ) {
    self.specification = specification
    self.body = body
  }

  package func run(_ invocation: Invocation) async throws { try await body(invocation) }
}

/// A feature's own error.
package struct SampleFailure: ShellErrorConvertible {
  package let shellError: ShellError

  package init(shellError: ShellError) {
    self.shellError = shellError
  }
}

extension SampleModule {
  /// A module of commands that succeed, fail, write and interrupt.
  package static func shop(_ interrupts: Interrupts) -> SampleModule {
    let columns = [Column("id"), Column("name")]
    func row(_ number: Int) -> [CellValue] { [.integer(number), .text("thing \(number)")] }
    let count = ArgumentSpecification("COUNT", "how many", type: .integer(0...1_000_000))
    return SampleModule(
      "shop", abstract: "Things for sale",
      commands: [
        Immediate(specification: .init("list", abstract: "List things", arguments: [count])) {
          try $0.output.columns(columns)
          for number in 1..<1 + ($0.arguments.text("COUNT").flatMap(Int.init) ?? 0) {
            try $0.output.row(row(number))
          }
        },
        Immediate(
          specification: .init(
            "show", abstract: "Show a thing",
            arguments: [.init("ID", "its number", type: .integer())])
        ) {
          let number = $0.arguments.text("ID").flatMap(Int.init) ?? 0
          guard number < 100 else {
            throw SampleFailure(
              shellError: ShellError(
                .notFound, "there is no thing \(number)", hint: "shop list shows them",
                word: $0.arguments.word(of: "ID")))
          }
          try $0.output.record(columns, row(number))
        },
        Immediate(
          specification: .init(
            "fail", abstract: "Fail", arguments: [.init("CODE", "how", isRequired: false)])
        ) {
          let code = $0.arguments.text("CODE").flatMap(ShellError.Code.init(rawValue:))
          throw ShellError(code ?? .failed, "it failed")
        },
        Waiting(specification: .init("half", abstract: "Fail after two rows")) {
          try $0.output.columns(columns)
          for number in 1...2 { try $0.output.row(row(number)) }
          throw ShellError(.unavailable, "the second page did not come")
        },
        Immediate(specification: .init("interrupt", abstract: "Press Ctrl-C")) { _ in
          interrupts.raise()
        },
        Waiting(specification: .init("later", abstract: "Print a word after a while")) {
          await Task.yield()
          try $0.output.text("later")
        },
      ])
  }
}
