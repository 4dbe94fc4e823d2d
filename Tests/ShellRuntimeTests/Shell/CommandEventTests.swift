import ShellOutput
import ShellTestSupport
import ShellRuntime
@testable import ShellCommands
@testable import CoreSystem
import Dispatch
import CoreEvents
import SeashellTesting
import Testing

@MainActor
@Suite struct CommandEventTests {
  private struct Ping: Event {
    static let name = "test.ping"
  }

  @Test func `The event of a finished command has its name and status, never its words`()
    async throws
  {
    let test = TestShell()
    let recorder = EventRecorder(test.bus)
    let folder = try TemporaryFolder()
    let failing = try folder.write("failing", "shop fail invalid\n")
    test.settings.keepsGoing = true
    _ = await test.run(
      """
      print secret; shop show 200 || shop later
      shop half > /dev/null
      source \(failing)
      shop list 100000 | head -n 1 > /dev/null
      time print secret
      nonsense secret; shop show secret; print --help
      exit 9
      """)
    let finished = recorder.events(of: CommandFinished.self)
    #expect(
      finished.map { "\($0.command) \($0.status)" } == [
        "print 0", "shop show 3", "shop later 0", "shop half 8", "shop fail 6", "source 6",
        "shop list 0", "print 0", "time 0", "exit 9",
      ])
    #expect(finished.allSatisfy { $0.duration >= 0 })
    #expect(!finished.contains { "\($0)".contains("secret") })
  }

  @Test func `The end of a command posts nothing without subscribers`() async throws {
    let test = TestShell()
    #expect(!test.bus.hasSubscribers(for: CommandFinished.self))
    let subscription = test.bus.subscribe(to: CommandFinished.self) { _ in }
    #expect(test.bus.hasSubscribers(for: CommandFinished.self))
    subscription.cancel()
    #expect(!test.bus.hasSubscribers(for: CommandFinished.self))
  }

  @Test(arguments: ["peer post\npeer seen", "peer post; peer seen", "peer post && time peer seen"])
  func `Events from other threads are delivered on the main actor before the next command`(
    script: String
  ) async throws {
    let test = TestShell()
    var heard = 0
    let bus = test.bus
    let module = SampleModule(
      "peer",
      commands: [
        Immediate(specification: .init("post", abstract: "Post from another thread")) { _ in
          let isPosted = DispatchSemaphore(value: 0)
          DispatchQueue(label: "peer").async { @Sendable in
            bus.post(Ping())
            isPosted.signal()
          }
          isPosted.wait()
          #expect(heard == 0)
        },
        Immediate(specification: .init("seen", abstract: "Print what was heard")) {
          try $0.output.text("\(heard)")
        },
      ],
      subscribing: { bus in [bus.subscribeOnMain(to: Ping.self) { _ in heard += 1 }] })
    try test.shell.modules.load(module)
    #expect(await test.run(script).output == "1\n")
  }

  @Test(arguments: ["spin", "spin x; spin y", "spin > /dev/null", "source FILE"])
  func `The main actor gets a turn while a long script runs`(line: String) async throws {
    let test = TestShell()
    let folder = try TemporaryFolder()
    let file = try folder.write("spin", "peer spin\n")
    var hadTurn = false
    var countAtTurn = 0
    var count = 0
    let module = SampleModule(
      "peer",
      commands: [
        Immediate(
          specification: .init(
            "spin", abstract: "Work", arguments: [.init("WORD", "any", isRequired: false)])
        ) { _ in
          let end = MonotonicTime.precise() + 200_000
          while MonotonicTime.precise() < end {}
          count += 1
          if hadTurn, countAtTurn == 0 { countAtTurn = count }
        }
      ])
    try test.shell.modules.load(module)
    let other = Task { @MainActor in hadTurn = true }
    let statement =
      line.replacing("FILE", with: file).replacing("spin", with: "peer spin", maxReplacements: 9)
      .replacing("/peer spin", with: "/spin")
    let script = Array(repeating: statement, count: 400).joined(separator: "\n")
    // The suspensions here do not give the other task a turn; the script itself must do that.
    let outcome = await test.run(script)
    await other.value
    #expect(outcome.status == 0)
    #expect(countAtTurn > 0 && countAtTurn < 400)
  }
}
