<?php
// Receives webhooks, verifies and prints them: php -S 127.0.0.1:<port> receiver.php. PHP 8, nothing to install.
declare(strict_types=1);

$sandbox = json_decode(file_get_contents((getenv('OPENEMI_DATA') ?: '.openemi') . '/sandbox.json'), true);
$secret = getenv('OPENEMI_WEBHOOK_SECRET') ?: $sandbox['webhook_secret'];

/** Whether the bank signed these bytes within the last five minutes (Standard Webhooks). */
function isGenuine(string $body, string $secret): bool
{
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (preg_match('/^\d+$/', $timestamp) !== 1 || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    $text = ($_SERVER['HTTP_WEBHOOK_ID'] ?? '') . ".$timestamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $text, $key, true));
    // Several signatures during a rotation of the secret: one must fit.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input');
if (!isGenuine($body, $secret)) {
    http_response_code(400);
    return;
}
// A delivery may come twice: a real system keeps the ids in its database, in one transaction with its work.
$event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
file_put_contents('php://stdout', "{$event['sequence']} {$event['action']} " . json_encode($event['payload']) . "\n");
