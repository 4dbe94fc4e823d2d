/// Decides the effect of each Ctrl-C: a state machine without locks, threads or clocks.
///
/// The caller changes it under a lock, and performs the returned action after it has released the lock. Times
/// are in nanoseconds. *Shared* means that a program such as a pager shares the terminal and receives Ctrl-C
/// too: the user may mean only that program, however often they press it.
///
/// | where | phase | input | action | next phase |
/// |---|---|---|---|---|
/// | anywhere | idle | ``request()`` | | cancelling, not pressed |
/// | anywhere | any | Ctrl-C, shared | cancel | as for ``request()`` |
/// | script | idle | Ctrl-C | cancel | cancelling, not pressed |
/// | script | cancelling | Ctrl-C | end the process | |
/// | prompt, reading a line | idle | Ctrl-C | cancel, announce | cancelling, not pressed |
/// | prompt, reading a line | any other | Ctrl-C | cancel | unchanged |
/// | prompt | idle; cancelling, not pressed | Ctrl-C | cancel, announce | cancelling |
/// | prompt | cancelling | Ctrl-C within 0.1 s (a bounce) | none | unchanged |
/// | prompt | cancelling | Ctrl-C within 1 s | abandon | abandoning |
/// | prompt | cancelling | Ctrl-C later | cancel, announce | cancelling |
/// | prompt | abandoning | Ctrl-C within 2 s | none | unchanged |
/// | prompt | abandoning | Ctrl-C later | end the process | |
/// | anywhere | any | ``reset()``: the prompt reads the next line | | idle |
///
/// Reading a line always ends after it is cancelled, even if it takes long on a busy machine. So it is never
/// abandoned, and no number of presses ends the process meanwhile.
///
/// Independently of the phase, three presses at a prompt without a turn of the main actor between them mean
/// that a command may be blocking it: see ``countPress(at:)``.
struct InterruptMachine {
  enum Action {
    case none
    /// Cancel the innermost wait, and raise the flag that loops check.
    case cancel
    /// The same, after ending the terminal's line with the echoed `^C`.
    case announceAndCancel
    /// Stop waiting for a command that ignores cancellation.
    case abandon
    case endProcess
  }

  private enum Phase {
    case idle
    /// The statement is to end. The time is that of the Ctrl-C at the prompt that requested it; nil for
    /// another request.
    case cancelling(since: Int64?)
    /// The command was abandoned at this time.
    case abandoning(since: Int64)
  }

  private static let bounce: Int64 = 100_000_000
  private static let abandonWindow: Int64 = 1_000_000_000
  private static let endDelay: Int64 = 2_000_000_000
  private static let maximumUnanswered = 3

  /// Whether a prompt reads lines; false in a script.
  var isAtPrompt = false

  /// Whether the prompt is reading a line, so that no statement is running.
  var isReadingLine = false

  /// The number of presses at a prompt since the main actor last took a turn, not counting bounces.
  private(set) var unansweredCount = 0
  /// The time of the last of these presses.
  private var lastUnanswered: Int64 = 0

  private var phase = Phase.idle

  /// Records a request to end the running statement, without a Ctrl-C.
  mutating func request() {
    if case .idle = phase { phase = .cancelling(since: nil) }
  }

  /// `isShared` is whether another program shares the terminal.
  mutating func press(at time: Int64, isShared: Bool) -> Action {
    if isShared || !isAtPrompt {
      if !isShared, case .cancelling = phase { return .endProcess }
      request()
      return .cancel
    }
    if isReadingLine {
      guard case .idle = phase else { return .cancel }
      request()
      return .announceAndCancel
    }
    switch phase {
    case .cancelling(let start?) where time - start <= Self.abandonWindow:
      guard time - start > Self.bounce else { return .none }
      phase = .abandoning(since: time)
      return .abandon
    case .abandoning(let start):
      return time - start > Self.endDelay ? .endProcess : .none
    case .idle, .cancelling:
      phase = .cancelling(since: time)
      return .announceAndCancel
    }
  }

  /// Counts a press at a prompt, unless it is a bounce of the one before.
  ///
  /// Returns true if the caller should check that the main actor still takes turns, and end the
  /// process if it does not.
  mutating func countPress(at time: Int64) -> Bool {
    guard unansweredCount == 0 || time - lastUnanswered > Self.bounce else { return false }
    unansweredCount += 1
    lastUnanswered = time
    return unansweredCount == Self.maximumUnanswered
  }

  mutating func mainActorTookTurn() { unansweredCount = 0 }

  mutating func reset() { phase = .idle }
}
