/// Waits until a condition holds that other tasks bring about, or until the task is cancelled, as it is when the
/// time of its test is over.
package func until(_ isMet: () async -> Bool) async {
  while await !isMet(), !Task.isCancelled { await Task.yield() }
}
