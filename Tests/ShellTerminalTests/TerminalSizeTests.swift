import Testing
import TestSupport

@testable import ShellTerminal

@Suite(.mayBlock) struct TerminalSizeTests {
  @Test func `what is no terminal has no size`() {
    #expect(TerminalControl.size(of: -1) == nil)
  }
}
