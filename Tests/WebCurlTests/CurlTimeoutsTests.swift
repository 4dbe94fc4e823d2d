import Testing
import TestSupport
import WebMessages

@testable import WebCurl

/// Which time limit applies at which stage.
@Suite(.mayBlock) struct CurlTimeoutsTests {
  private let start = ContinuousClock.now
  private let settings: TransportSettings = {
    var settings = TransportSettings()
    settings.connectTimeout = .seconds(1)
    settings.firstByteTimeout = .seconds(2)
    settings.stallTimeout = .seconds(3)
    settings.totalTimeout = .seconds(100)
    return settings
  }()

  @Test(arguments: [
    (CurlTimeouts.Phase.connecting, 1, CurlTimeouts.Timeout.connect), (.sending, 3, .stall),
    (.waiting, 2, .firstByte), (.receiving, 3, .stall),
  ])
  func `each phase of a transfer has its time limit`(
    phase: CurlTimeouts.Phase, seconds: Int, excess: CurlTimeouts.Timeout
  ) {
    var timeouts = CurlTimeouts(settings, isEndless: false, now: start)
    let begin = start + .seconds(10)
    timeouts.move(to: phase, isHeld: false, now: begin)
    #expect(timeouts.deadline == begin + .seconds(seconds))
    #expect(timeouts.expired(now: begin + .seconds(seconds) - .milliseconds(1)) == nil)
    #expect(timeouts.expired(now: begin + .seconds(seconds)) == excess)
  }

  @Test func `progress restarts the time limit of a transfer`() {
    var timeouts = CurlTimeouts(settings, isEndless: false, now: start)
    for second in 0..<50 {
      timeouts.move(to: .receiving, isHeld: false, now: start + .seconds(second))
      #expect(timeouts.expired(now: start + .seconds(second + 2)) == nil)
    }
  }

  @Test func `a transfer paused by our side has only the total time limit`() {
    var timeouts = CurlTimeouts(settings, isEndless: false, now: start)
    timeouts.move(to: .receiving, isHeld: true, now: start)
    #expect(timeouts.deadline == start + .seconds(100))
    #expect(timeouts.expired(now: start + .seconds(99)) == nil)
    #expect(timeouts.expired(now: start + .seconds(100)) == .total)
  }

  @Test func `an endless transfer has no total time limit`() {
    var timeouts = CurlTimeouts(settings, isEndless: true, now: start)
    timeouts.move(to: .receiving, isHeld: true, now: start)
    #expect(timeouts.deadline == nil)
    #expect(timeouts.expired(now: start + .seconds(1_000)) == nil)
    timeouts.move(to: .receiving, isHeld: false, now: start)
    #expect(timeouts.expired(now: start + .seconds(3)) == .stall)
  }

  @Test(arguments: [
    (Duration.seconds(10), "10 s"), (.milliseconds(150), "150 ms"),
    (.milliseconds(1_500), "1500 ms"),
    (.microseconds(1), "1 ms"),
  ])
  func `a time limit is written in words`(duration: Duration, text: String) {
    #expect(duration.text == text)
  }
}
