@testable import ShellRuntime
import CoreEvents
import CoreJSON
import SeashellTesting
import ShellCommands
import ShellOutput
import ShellTestSupport
import TestSupport
import Testing

/// A script with shared rules that waits, and the streams that give it events.
@MainActor
final class SharedSource {
  typealias Outcome = SharedEvent.Outcome

  let test: TestShell
  private(set) var followings: [SharedFollowing] = []
  /// What was begun and ended, by name.
  private(set) var acts: [String] = []
  private var answers: [Task<Outcome, Never>] = []
  private var script: Task<TestShell.Outcome, Never>?
  /// Thrown instead of following.
  var refusal: ShellError?

  init(output: any KeepingSink = MemorySink()) {
    test = TestShell(output: output)
    test.host.followShared = { [unowned self] in try follow($0) }
  }

  private func follow(_ following: SharedFollowing) throws -> @MainActor () async -> Void {
    if let refusal { throw refusal }
    acts.append("begin \(following.name)")
    followings.append(following)
    return { [self] in
      acts.append("stop \(following.name)")
      for answer in answers { _ = await answer.value }
      acts.append("end \(following.name)")
    }
  }

  /// Runs lines and then `wait`, at which the rules begin.
  func wait(after lines: String...) async {
    let text = (lines + ["wait", "print never"]).joined(separator: "\n")
    script = Task { [test] in await test.run(text) }
    await until { test.interrupts.termination.waiterCount != 0 }
  }

  /// Gives an event to a rule: its place among those that began.
  func give(
    _ id: String, _ content: JSONObject = [:], name: String = "a.b", tries: Int = 1,
    to rule: Int = 0
  ) -> Task<Outcome, Never> {
    let handle = followings[rule].handle
    let event = SharedEvent(
      id: id, event: DynamicEvent(eventName: name, payload: .object(content)),
      time: 1_700_000_000, tries: tries)
    let answer = Task { await handle(event) }
    answers.append(answer)
    return answer
  }

  /// Waits until the script ends by itself.
  func end() async -> TestShell.Outcome? { await script?.value }

  func terminate() async -> TestShell.Outcome? {
    test.shell.terminate()
    return await end()
  }
}
