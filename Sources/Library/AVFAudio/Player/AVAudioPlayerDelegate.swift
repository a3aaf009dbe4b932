// SPDX-License-Identifier: MIT

public import Foundation

/// Learns on the main queue how the sound of a player ends.
///
/// On Linux the methods are requirements with a default implementation: implement them in the class that conforms.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound was played to its end, with all its repetitions. `flag` is false if it could not: the file is damaged,
    /// or the sound server is gone. Not called after ``AVAudioPlayer/stop()`` and ``AVAudioPlayer/pause()``.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// The file is damaged. ``audioPlayerDidFinishPlaying(_:successfully:)`` follows.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Does nothing.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
