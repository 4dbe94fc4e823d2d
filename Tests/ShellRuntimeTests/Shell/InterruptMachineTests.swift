@testable import ShellRuntime
import Testing

@Suite struct InterruptMachineTests {
  typealias Action = InterruptMachine.Action

  @Test(
    "At a prompt a second Ctrl-C within a second abandons, and a late third one ends the process",
    arguments: [
      ([0], [.announceAndCancel]), ([0, 50], [.announceAndCancel, .none]),
      ([0, 100], [.announceAndCancel, .none]), ([0, 500], [.announceAndCancel, .abandon]),
      ([0, 1_000], [.announceAndCancel, .abandon]),
      ([0, 50, 500], [.announceAndCancel, .none, .abandon]),
      ([0, 5_000], [.announceAndCancel, .announceAndCancel]),
      ([0, 5_000, 5_500], [.announceAndCancel, .announceAndCancel, .abandon]),
      ([0, 500, 600, 1_000, 2_500], [.announceAndCancel, .abandon, .none, .none, .none]),
      ([0, 500, 3_000], [.announceAndCancel, .abandon, .endProcess]),
    ] as [([Int64], [Action])])
  func prompt(milliseconds: [Int64], actions: [Action]) {
    var machine = InterruptMachine()
    machine.isAtPrompt = true
    #expect(
      milliseconds.map { machine.press(at: $0 * 1_000_000, isShared: false) } == actions)
  }

  @Test(
    "In a script a second Ctrl-C ends the process, unless another program shares the terminal",
    arguments: [
      ([false], [.cancel]), ([false, false], [.cancel, .endProcess]),
      ([true, true, true], [.cancel, .cancel, .cancel]), ([true, false], [.cancel, .endProcess]),
      ([false, true, false], [.cancel, .cancel, .endProcess]),
    ] as [([Bool], [Action])])
  func script(isShared: [Bool], actions: [Action]) {
    var machine = InterruptMachine()
    #expect(isShared.map { machine.press(at: 0, isShared: $0) } == actions)
  }

  @Test(
    "At a prompt a Ctrl-C that a pager shares neither counts nor announces",
    arguments: [
      ([true, true, true], [.cancel, .cancel, .cancel]),
      ([true, false], [.cancel, .announceAndCancel]),
      ([false, true, false], [.announceAndCancel, .cancel, .abandon]),
    ] as [([Bool], [Action])])
  func pager(isShared: [Bool], actions: [Action]) {
    var machine = InterruptMachine()
    machine.isAtPrompt = true
    let times = isShared.indices.map { Int64($0) * 400_000_000 }
    #expect(
      zip(isShared, times).map { machine.press(at: $1, isShared: $0) } == actions)
  }

  @Test(
    "A request without Ctrl-C counts as the first one in a script only", arguments: [true, false])
  func request(isAtPrompt: Bool) {
    var machine = InterruptMachine()
    machine.isAtPrompt = isAtPrompt
    machine.request()
    #expect(
      machine.press(at: 0, isShared: false) == (isAtPrompt ? .announceAndCancel : .endProcess))
  }

  @Test func `The next statement resets the handling of Ctrl-C`() {
    var machine = InterruptMachine()
    machine.isAtPrompt = true
    for time in [0, 500] as [Int64] {
      machine.reset()
      #expect(machine.press(at: time * 1_000_000, isShared: false) == .announceAndCancel)
    }
  }

  @Test func `The third press without a turn of the main actor asks for a check, once`() {
    var machine = InterruptMachine()
    machine.isAtPrompt = true
    let presses = (1...7).map { Int64($0) * 150_000_000 }
    #expect(presses[..<4].map { machine.countPress(at: $0) } == [false, false, true, false])
    machine.mainActorTookTurn()
    #expect(presses[4...].map { machine.countPress(at: $0) } == [false, false, true])
  }

  @Test func `A hundred presses of Ctrl-C in a tenth of a second count as one`() {
    var machine = InterruptMachine()
    machine.isAtPrompt = true
    #expect(!(0...100).contains { machine.countPress(at: 1 + $0 * 1_000_000) })
    #expect(machine.unansweredCount == 1)
  }

  @Test(
    "While a line is read, Ctrl-C cancels it, however often and whenever it is pressed",
    arguments: [[0, 500, 3_000, 3_500, 9_000], [0, 1, 2, 3], [0, 150, 2_500]] as [[Int64]])
  func line(milliseconds: [Int64]) {
    var machine = InterruptMachine()
    machine.isAtPrompt = true
    machine.isReadingLine = true
    let actions = milliseconds.map { machine.press(at: $0 * 1_000_000, isShared: false) }
    #expect(actions.first == .announceAndCancel)
    #expect(actions.dropFirst().allSatisfy { $0 == .cancel })
  }
}
