@testable import CoreLoop

/// Gives the tests the loop of the main thread, as a program has it; for the constructor in CLoopStart.
@_cdecl("seashell_start_loop")
func startLoop() { MainLoop.install() }
