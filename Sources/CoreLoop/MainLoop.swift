import CLoop
import CoreSystem
import Dispatch
import Glibc
package import Synchronization

/// The loop that serves tasks, timers and descriptors.
///
/// A program that calls ``run(_:)`` gives it the main thread. It then also executes the main actor's jobs and
/// all jobs without an executor, so that waiting wakes no other thread.
///
/// In a program with an `async` `main`, in tests, and with a compiler without custom executors, the interface
/// is the same: a thread polls the descriptors and hands those that are ready to the main actor.
///
/// Never block the main thread: do not wait there for a disk, a lock or another process. `offMain` runs such
/// work elsewhere.
package final class MainLoop: Sendable {
  package static let shared = MainLoop()

  /// Something to run on the main actor, in the order in which it was posted.
  enum Work: Sendable {
    case job(UnownedJob)
    case block(@MainActor @Sendable () -> Void)
  }

  private struct Waiting {
    var work: [Work] = []
    var timers = TimerHeap<Work>()
    /// Whether the loop is waiting in its poll, so that it must be woken.
    var isAsleep = false
    /// Whether the thread runs that polls for a loop without a main thread.
    var isPolled = false
    /// Whether some descriptors never block, so that the loop must not wait.
    var neverWaits = false
  }

  /// The main thread, if it runs the loop; otherwise 0.
  @usableFromInline static let thread = Atomic<UInt>(0)

  /// Whether this code runs on the loop's main thread; if it has none, on the main actor.
  @inlinable
  package static var isCurrent: Bool {
    let main = thread.load(ordering: .relaxed)
    return main == 0 ? MainQueueMark.isHere : main == UInt(pthread_self())
  }

  private let waiting = Mutex(Waiting())
  private let set = cloop_set()
  private let bell = cloop_bell()

  // Indexed by descriptor: a dictionary would look up a conformance by name at each start.
  @MainActor private var entries: [DescriptorEntry?] = []
  /// The descriptors that cannot be polled.
  @MainActor private var neverBlocking: Set<Int32> = []
  @MainActor private var lastNumber: UInt32 = 0
  /// The objects to call before the loop waits.
  @MainActor var waitPreparers: [any WaitPreparing] = []
  /// When they were called last.
  @MainActor var lastPreparation: Int64 = 0

  /// How many jobs run before the descriptors are checked again.
  private static let jobsPerLook = 16

  private init() {
    _ = cloop_add(set, bell, 0, Int32(CLOOP_READ))
  }
}

// Posting.
extension MainLoop {
  /// Runs a body on the main actor, after everything posted before it.
  ///
  /// Any thread may call it.
  package func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    if Self.hasThread {
      add(.block(body))
    } else {
      DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated(body) }
    }
  }

  /// Runs a body now if this is the main actor, and otherwise posts it.
  package func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
    if Self.isCurrent { MainActor.assumeIsolated(body) } else { post(body) }
  }

  func add(_ work: Work) {
    let isAsleep = waiting.withLock { waiting in
      waiting.work.append(work)
      return waiting.isAsleep.exchange(false)
    }
    if isAsleep { cloop_ring(bell) }
  }

  /// Schedules work for a time of ``MonotonicTime``.
  ///
  /// - Returns: its number, to remove it by.
  @discardableResult
  func add(_ work: Work, at time: Int64) -> UInt64 {
    let (number, isAsleep) = waiting.withLock { waiting in
      let isFirst = waiting.timers.next.map { time < $0 } ?? true
      let number = waiting.timers.add(work, at: time)
      return (number, isFirst && waiting.isAsleep.exchange(false))
    }
    if isAsleep { cloop_ring(bell) }
    startPolling()
    return number
  }

  /// Removes a timer; does nothing if it has fired.
  func removeTimer(_ number: UInt64) {
    waiting.withLock { $0.timers.remove(number) }
  }

  static var hasThread: Bool { thread.load(ordering: .relaxed) != 0 }
}

// Running on the main thread.
extension MainLoop {
  /// Makes this thread the loop's; call it on the process's first thread, before anything else.
  static func takeThread() {
    // A process may start without its standard streams; the loop's descriptors must not take their numbers.
    var missing: [Int32] = []
    while case let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC), descriptor >= 0 {
      guard descriptor <= 2 else {
        close(descriptor)
        break
      }
      missing.append(descriptor)
    }
    defer { for descriptor in missing { close(descriptor) } }
    shared.takeThread()
  }

  private func takeThread() {
    Self.thread.store(UInt(pthread_self()), ordering: .relaxed)
    // What others post to Dispatch's main queue runs here too.
    MainActor.assumeIsolated {
      let queue = cloop_main_queue()
      watch(queue, for: .read) { _ in
        cloop_silence(queue)
        self.post { cloop_run_main_queue() }
      }
    }
  }

  /// Runs the loop until a function returns true.
  ///
  /// - Parameter run: runs one job of a task.
  @MainActor
  func serve(until isStopped: () -> Bool, run: (UnownedJob) -> Void) {
    var batch: [Work] = []
    var count = 0
    while !isStopped() {
      let mayWait = waitPreparers.isEmpty
      waiting.withLock { waiting in
        swap(&batch, &waiting.work)
        waiting.isAsleep = batch.isEmpty && mayWait
      }
      if batch.isEmpty {
        look(mayWait: mayWait)
        if !mayWait, waiting.withLock({ $0.work.isEmpty }) { Self.turn { prepareForWait() } }
        continue
      }
      for work in batch {
        switch work {
        case .job(let job): Self.turn { run(job) }
        case .block(let body): Self.turn(body)
        }
        count += 1
        if count == Self.jobsPerLook {
          count = 0
          look(mayWait: false)
          // One task may wait while others keep the loop busy.
          if isPreparationDue { Self.turn { prepareForWait() } }
        }
      }
      batch.removeAll(keepingCapacity: true)
    }
  }

  /// Handles the descriptors that are ready, then the timers that are due, so that an answer that has arrived
  /// counts as in time.
  @MainActor
  private func look(mayWait: Bool) {
    let timeout = mayWait ? timeout : 0
    withReady(timeout: timeout) { ready in
      // From here on, posting need not wake the loop.
      if mayWait { waiting.withLock { $0.isAsleep = false } }
      handle(ready)
    }
    takeDueTimers()
  }

  /// How long the poll may wait, in milliseconds; -1 for ever.
  private var timeout: Int32 {
    let (next, isBusy) = waiting.withLock { ($0.timers.next, $0.neverWaits) }
    if isBusy { return 0 }
    guard let next else { return -1 }
    return Int32(clamping: max(0, (next - MonotonicTime.precise() + 999_999) / 1_000_000))
  }

  private func withReady<Result>(
    timeout: Int32, _ body: (UnsafeMutableBufferPointer<cloop_ready>.SubSequence) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: cloop_ready.self, capacity: 64) { buffer in
      let count = buffer.baseAddress.map { cloop_wait(set, $0, Int32(buffer.count), timeout) } ?? 0
      return body(buffer[..<Int(count)])
    }
  }

  @MainActor
  private func handle(_ ready: some Sequence<cloop_ready>) {
    for one in ready {
      if one.descriptor == bell {
        cloop_silence(bell)
      } else if let entry = entry(of: one.descriptor), entry.number == one.number {
        Self.turn { entry.handle(DescriptorEvents(rawValue: one.events)) }
      }
    }
    for descriptor in neverBlocking { entry(of: descriptor)?.handle([.read, .write]) }
  }

  private func takeDueTimers() {
    waiting.withLock { waiting in
      guard let next = waiting.timers.next, case let now = MonotonicTime.precise(), next <= now
      else {
        return
      }
      while let work = waiting.timers.takeFirst(until: now) { waiting.work.append(work) }
    }
  }
}

// A loop without a main thread.
extension MainLoop {
  /// Starts the polling thread, unless the main thread polls.
  private func startPolling() {
    guard !Self.hasThread else { return }
    let starts = waiting.withLock { !$0.isPolled.exchange(true) }
    if starts { BlockingThread.run { self.poll() } }
  }

  private func poll() {
    let isHandled = DispatchSemaphore(value: 0)
    while true {
      waiting.withLock { $0.isAsleep = true }
      let ready = withReady(timeout: timeout) { Array($0) }
      waiting.withLock { $0.isAsleep = false }
      // The descriptors stay ready until the main actor has handled them.
      DispatchQueue.main.async { @Sendable in
        MainActor.assumeIsolated {
          self.handle(ready)
          self.takeDueTimers()
          let due = self.waiting.withLock { $0.work.take() }
          for case .block(let body) in due { body() }
        }
        isHandled.signal()
      }
      isHandled.wait()
    }
  }
}

// Descriptors.
extension MainLoop {
  /// Watches a descriptor, as ``DescriptorWatch/begin(_:for:handler:)`` does.
  ///
  /// The handler must not run a module's code, since it is also called while
  /// ``block(until:isReadyFor:orReadable:milliseconds:)`` waits.
  @MainActor
  @discardableResult
  package func watch(
    _ descriptor: Int32, for events: DescriptorEvents,
    handler: @escaping @MainActor @Sendable (DescriptorEvents) -> Void
  ) -> DescriptorWatch {
    let watch = DescriptorWatch(
      descriptor, events,
      hasChanged: { $0.hasEnded ? self.remove($0) : self.update($0.descriptor) }, handler: handler)
    // A negative number is never ready, as in poll(2).
    guard descriptor >= 0 else { return watch }
    let entry = entry(of: descriptor) ?? makeEntry(for: descriptor)
    entry.watches.append(watch)
    update(descriptor)
    startPolling()
    return watch
  }

  @MainActor
  private func makeEntry(for descriptor: Int32) -> DescriptorEntry {
    lastNumber &+= 1
    let entry = DescriptorEntry(number: lastNumber)
    while entries.count <= Int(descriptor) { entries.append(nil) }
    entries[Int(descriptor)] = entry
    return entry
  }

  @MainActor
  private func entry(of descriptor: Int32) -> DescriptorEntry? {
    entries.indices.contains(Int(descriptor)) ? entries[Int(descriptor)] : nil
  }

  @MainActor
  private func remove(_ watch: DescriptorWatch) {
    guard let entry = entry(of: watch.descriptor) else { return }
    entry.watches.removeAll { $0 === watch }
    if entry.watches.isEmpty {
      entries[Int(watch.descriptor)] = nil
      if !entry.registered.isEmpty { cloop_remove(set, watch.descriptor) }
      setNeverBlocks(watch.descriptor, false)
    } else {
      update(watch.descriptor)
    }
  }

  /// Makes the poll set wait for what the descriptor's watches need.
  @MainActor
  private func update(_ descriptor: Int32) {
    guard let entry = entry(of: descriptor) else { return }
    let wanted = entry.wanted
    guard wanted != entry.registered else { return }
    entry.registered = wanted
    if wanted.isEmpty {
      cloop_remove(set, descriptor)
      setNeverBlocks(descriptor, false)
    } else if cloop_add(set, descriptor, entry.number, wanted.rawValue) != 0 {
      setNeverBlocks(descriptor, true)
    }
  }

  @MainActor
  private func setNeverBlocks(_ descriptor: Int32, _ neverBlocks: Bool) {
    guard neverBlocks != neverBlocking.contains(descriptor) else { return }
    if neverBlocks { neverBlocking.insert(descriptor) } else { neverBlocking.remove(descriptor) }
    let isAsleep = waiting.withLock { waiting in
      waiting.neverWaits = !neverBlocking.isEmpty
      return waiting.isAsleep.exchange(false)
    }
    if isAsleep { cloop_ring(bell) }
  }

  /// Blocks the main thread until a descriptor is ready or a timeout passes.
  ///
  /// Use it to write to a full pipe. Other descriptors are served meanwhile, so answers that arrive are
  /// buffered and count as in time. No jobs or timers run.
  ///
  /// - Parameters:
  ///   - others: descriptors that end the wait as soon as they can be read.
  ///   - milliseconds: how long to wait at most.
  /// - Returns: whether the descriptor is ready.
  @MainActor
  package func block(
    until descriptor: Int32, isReadyFor events: DescriptorEvents, orReadable others: [Int32] = [],
    milliseconds: Int32
  ) -> Bool {
    var requests = [
      pollfd(fd: descriptor, events: events.pollEvents, revents: 0),
      pollfd(fd: Self.hasThread ? set : -1, events: Int16(POLLIN), revents: 0),
    ]
    requests += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let end = MonotonicTime.precise() + Int64(milliseconds) * 1_000_000
    while true {
      let left = max(0, (end - MonotonicTime.precise() + 999_999) / 1_000_000)
      Glibc.poll(&requests, nfds_t(requests.count), Int32(clamping: left))
      if requests[0].revents != 0 { return true }
      if requests[1].revents != 0 { withReady(timeout: 0) { handle($0) } }
      if left == 0 || requests[2...].contains(where: { $0.revents != 0 }) { return false }
    }
  }
}

extension Bool {
  /// Sets a value; returns the previous one.
  fileprivate mutating func exchange(_ value: Bool) -> Bool {
    defer { self = value }
    return self
  }
}

extension Array {
  /// Empties the array; returns its elements.
  fileprivate mutating func take() -> [Element] {
    defer { self = [] }
    return self
  }
}
