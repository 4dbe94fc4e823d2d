import CoreSystem
import Glibc
import TestSupport
import Testing

@Suite(.mayBlock) struct ThreadTests {
  @Test func `a body runs on a thread of its own`() async {
    let caller = pthread_self()
    let isOther = await withCheckedContinuation { continuation in
      BlockingThread.run { continuation.resume(returning: pthread_self() != caller) }
    }
    #expect(isOther)
  }

  @Test(arguments: [true, false])
  func `a thread receives signals or blocks them, and its creator's mask stays`(
    receivesSignals: Bool
  ) async {
    let before = Self.blocks(SIGPIPE)
    let (isBlocked, reportsCrash) = await withCheckedContinuation { continuation in
      let isStarted = BlockingThread.start(receivesSignals: receivesSignals) {
        continuation.resume(returning: (Self.blocks(SIGPIPE), !Self.blocks(SIGSEGV)))
      }
      #expect(isStarted)
      #expect(Self.blocks(SIGPIPE) == before)
    }
    #expect(isBlocked == (receivesSignals ? before : true))
    #expect(reportsCrash)
  }

  private static func blocks(_ number: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &mask)
    return sigismember(&mask, number) == 1
  }

  @Test func `a signal writes its number to the pipe until the previous action is restored`() async
  {
    // Signal handlers are shared by the whole process.
    await #expect(processExitsWith: .signal(SIGUSR1)) {
      // Threads of Dispatch's pool block signals.
      var mask = sigset_t()
      sigemptyset(&mask)
      pthread_sigmask(SIG_SETMASK, &mask, nil)
      let pipe = try Pipe(blocks: false)
      var before = SignalWriter.forward(SIGUSR1, to: pipe.writing)
      SignalWriter.forward(SIGUSR2, to: pipe.writing)
      for number in [SIGUSR1, SIGUSR1, SIGUSR2] { raise(number) }
      #expect(SignalWriter.take(from: pipe.reading) == [SIGUSR1, SIGUSR2])
      #expect(SignalWriter.take(from: pipe.reading).isEmpty)
      sigaction(SIGUSR1, &before, nil)
      raise(SIGUSR1)
    }
  }

  @Test func `a signal is handled while every other thread is busy, and pending until then`() async
  {
    await #expect(processExitsWith: .signal(SIGUSR2)) {
      alarm(Patience.seconds)
      let (hasBegun, mayReturn) = (SharedFlag(), SharedFlag())
      #expect(!SignalThread.isPending(SIGUSR1))
      SignalThread.handle(SIGUSR1) {
        hasBegun.raise()
        while !mayReturn.isRaised {}
      }
      kill(getpid(), SIGUSR1)
      while !hasBegun.isRaised {}
      #expect(SignalThread.isPending(SIGUSR1))
      mayReturn.raise()
      while SignalThread.isPending(SIGUSR1) {}

      var before = try #require(SignalThread.handle(SIGUSR2) {})
      sigaction(SIGUSR2, &before, nil)
      kill(getpid(), SIGUSR2)
      while true { sleep(1) }
    }
  }

  @Test func `a shared flag is read on another thread`() async {
    let flag = SharedFlag()
    #expect(!flag.isRaised)
    await withCheckedContinuation { continuation in
      BlockingThread.run {
        flag.raise()
        continuation.resume()
      }
    }
    #expect(flag.isRaised)
    flag.lower()
    #expect(!flag.isRaised)
  }
}
