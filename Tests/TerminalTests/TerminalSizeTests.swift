import Testing

@testable import Terminal

@Suite struct TerminalSizeTests {
  @Test func `what is no terminal has no size`() {
    #expect(TerminalControl.size(of: -1) == nil)
  }
}
