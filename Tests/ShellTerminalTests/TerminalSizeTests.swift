import Testing
import TestSupport

@testable import ShellTerminal

@Suite(.mayBlock) struct TerminalSizeTests {
  @Test func `a descriptor that is not a terminal has no size`() {
    #expect(TerminalControl.size(of: -1) == nil)
  }
}
