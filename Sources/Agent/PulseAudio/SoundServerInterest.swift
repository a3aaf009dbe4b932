// SPDX-License-Identifier: MIT

/// What a connection copies of the server's state. The server tells changes of these things only, so the others wake no
/// process.
package enum SoundServerInterest {
    /// The server and its devices: they stay the same for hours.
    case devices
    /// Also all streams, which come and go with every sound.
    case streams
    /// Only recording streams, which are rare. `state` has neither their clients nor devices.
    case recordings
    /// Recording streams, and what tells their owners and whether they record a microphone.
    case recordingOwners
}
