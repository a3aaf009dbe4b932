// SPDX-License-Identifier: MIT

// Most apps that carry calls import the audio session and players as AVFoundation. The module has nothing else.
@_exported public import AVFAudio
