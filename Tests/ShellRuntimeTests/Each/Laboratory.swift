import CoreLoop
@testable import ShellRuntime
import ShellTestSupport
@testable import ShellOutput
@testable import ShellCommands
import CoreJSON

/// Commands of a module that wait until the test releases them.
@MainActor
final class Laboratory {
  /// The numbers of the commands that have started, in order.
  private(set) var begun: [Int] = []
  /// The numbers of the cancelled commands.
  private(set) var cancelled: [Int] = []
  /// How many records `lab source` has written.
  private(set) var written = 0
  /// The commands that fail after their wait.
  var failing: Set<Int> = []

  private var opened: Set<Int> = []
  private var gates: [Int: Waiter<Void, any Error>] = [:]
  private var awaited: (count: Int, waiter: Waiter<Void, any Error>)?

  /// Releases commands, now or when they start.
  func open(_ numbers: some Sequence<Int>) {
    for number in numbers {
      opened.insert(number)
      gates[number]?.settle()
    }
  }

  /// Waits until this many commands have started.
  func begun(_ count: Int) async throws {
    guard begun.count < count else { return }
    let waiter = Waiter<Void, any Error>()
    awaited = (count, waiter)
    try await waiter.value()
  }

  private func pass(_ number: Int) async throws {
    begun.append(number)
    if let awaited, begun.count >= awaited.count { awaited.waiter.settle() }
    if !opened.contains(number) {
      let gate = Waiter<Void, any Error>()
      gates[number] = gate
      do {
        try await gate.valueUnlessCancelled()
      } catch {
        cancelled.append(number)
        throw error
      }
    }
    if failing.contains(number) { throw ShellError(.notFound, "there is no \(number)") }
  }

  /// The module `lab`.
  var module: SampleModule {
    let number = ArgumentSpecification("NUMBER", "its number", type: .integer())
    func passing(_ name: String, changesData: Bool) -> Waiting {
      Waiting(
        specification: .init(
          name, abstract: "Wait", arguments: [number], changesData: changesData)
      ) {
        let number = $0.arguments.text("NUMBER").flatMap(Int.init) ?? 0
        try await self.pass(number)
        try $0.output.columns([Column("n")])
        try $0.output.row([.integer(number)])
      }
    }
    return SampleModule(
      "lab",
      commands: [
        passing("read", changesData: false), passing("write", changesData: true),
        Waiting(
          specification: .init(
            "remove", abstract: "Remove", arguments: [number]
          ).confirming("Remove {NUMBER}?")
        ) { try await self.pass($0.arguments.text("NUMBER").flatMap(Int.init) ?? 0) },
        Waiting(specification: .init("source", abstract: "Write", arguments: [number])) {
          try $0.output.columns([Column("id")])
          for number in 0..<($0.arguments.text("NUMBER").flatMap(Int.init) ?? 0) {
            try $0.output.row([.integer(number)])
            self.written += 1
            try await $0.output.room()
          }
        },
        Waiting(specification: .init("first", abstract: "Write, then wait", arguments: [number])) {
          let number = $0.arguments.text("NUMBER").flatMap(Int.init) ?? 0
          try $0.output.columns([Column("n")])
          for part in 0..<3 {
            try $0.output.row([.text("\(number).\(part)")])
            await Task.yield()
          }
          try await self.pass(number)
        },
        Immediate(specification: .init("text", abstract: "Write bytes", arguments: [number])) {
          var bytes = try $0.output.bytes()
          try bytes.write("a\nb".utf8)
          try bytes.write(($0.arguments.text("NUMBER") ?? "").utf8)
          try bytes.end()
        },
        Immediate(specification: .init("odd", abstract: "Write fields", arguments: [number])) {
          let number = $0.arguments.text("NUMBER").flatMap(Int.init) ?? 0
          try $0.output.record(
            number % 2 == 0 ? [Column("even")] : [Column("odd"), Column("x")],
            number % 2 == 0 ? [.integer(number)] : [.integer(number), .null])
        },
        Immediate(specification: .init("people", abstract: "List people")) {
          try $0.output.columns([Column("name"), Column("address"), Column("data")])
          for name in ["Ada", "Bob"] {
            try $0.output.row([
              .text(name), .record([.init("city", .text("Oslo"))]), CellValue(["ids": [7, 8]]),
            ])
          }
        },
      ])
  }
}
